# gnuplot scaling.gp: makes scaling.svg from the figures of scaling.md
set terminal svg size 560,360 font "sans,12" background "white"
set output "scaling.svg"
set logscale x 2
set logscale y
set xlabel "workers"
set ylabel "speed-up (simulated)"
set key top left Left reverse samplen 2
set grid ytics
$short << END
1 1
64 15.9
END
$long << END
1 1
64 61.7
256 112
END
$longest << END
1 1
64 69.1
256 252
END
$ranks << END
1 1
2 1.88
4 2.04
8 2.90
16 3.67
32 5.04
64 5.83
END
plot [1:512] [0.5:9000] 0.9*x title "efficiency 90 %" with lines dashtype 2 linecolor "gray", \
     $longest title "one table, a job of 2 391 s" with linespoints, $long title "of 239 s" with linespoints, \
     $short title "7x6, 2.39 s" with linespoints, \
     $ranks title "7x6 by ranks with tables of their own" with linespoints linecolor "black"
