/* SMPI's mpi.h. It answers MPI_THREAD_SINGLE to every request, and a simulated rank has but one thread. */
#ifndef ZERMELO_SIMULATION_MPI_H
#define ZERMELO_SIMULATION_MPI_H

#include <smpi/mpi.h>
#undef MPI_THREAD_FUNNELED
#define MPI_THREAD_FUNNELED MPI_THREAD_SINGLE

#endif
