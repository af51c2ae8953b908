# gnuplot scaling.gp: scaling.svg from scaling.tsv (workers, job seconds, simulated seconds, nodes, works, busy, manager).
set terminal svg size 640,420 font "sans,12" background "white"
set output "scaling.svg"
set logscale x 2
set yrange [0:1]
set xlabel "workers"
set ylabel "efficiency (simulated)"
set key bottom left
