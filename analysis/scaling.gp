# gnuplot scaling.gp: makes scaling.svg from the figures of scaling.md
set terminal svg size 560,360 font "sans,12" background "white"
set output "scaling.svg"
set logscale x 2
set logscale y
set xlabel "workers"
set ylabel "speed-up (simulated)"
set key top left
set grid ytics
$short << END
1 1
64 22.8
END
$long << END
1 1
64 49.3
256 127
END
$longest << END
1 1
64 69.5
256 246
END
plot [1:512] [0.5:500] 0.9*x title "efficiency 90 %" with lines dashtype 2 linecolor "gray", \
     $longest title "a job of 5 155 s" with linespoints, $long title "of 515 s" with linespoints, \
     $short title "7x6, 5.15 s" with linespoints
