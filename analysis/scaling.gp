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
8 2.84
16 2.10
64 2.61
256 1.40
END
$long << END
1 1
64 12.5
256 8.25
END
plot [1:4096] [0.5:5000] 0.9*x title "efficiency 90 %" with lines dashtype 2 linecolor "gray", \
     $long title "a job of 485 s" with linespoints, $short title "7x6, 4.85 s" with linespoints
