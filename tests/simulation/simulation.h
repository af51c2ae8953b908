/* The manager and its workers on a cluster that does not exist: solver/ranks as it is, under SimGrid's SMPI.
 *
 * Everything is real (graph, choice, messages, workers, searches, their tables and what they share) but time:
 * a search takes as many simulated seconds as its nodes times the measured cost of a node. So values, nodes
 * and messages at hundreds of ranks can be checked on one core, and nothing depends on how loaded that is. */
#ifndef ZERMELO_SIMULATION_H
#define ZERMELO_SIMULATION_H

/** What the search of this rank has taken so far; 0 before it begins. */
double simulated_search_seconds (void);

/** The next search has not begun yet. */
void simulated_search_forget (void);

#endif
