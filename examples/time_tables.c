/* How long a probe of endgame tables takes: random positions with as many pieces as the tables hold, asked
 * for the first time, and again.
 *
 *     cc -O2 time_tables.c $(pkg-config --cflags --libs zermelo-book) -o time_tables
 *     ./time_tables 8x8.tables.h5 2000
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <zermelo/tables.h>

static double now (void) {
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* A placement by chance; not every one is a position. */
static zermelo_tables_position place (const zermelo_tables_identity *identity, uint64_t *random) {
  zermelo_tables_position position = { 0 };
  for (int i = 0; i < identity->pieces; i++) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    const uint32_t square = (uint32_t) 1 << (*random >> 33) % (uint64_t) identity->squares;
    *(i % 2 == 0 ? &position.white : &position.black) |= square;
    position.kings |= (*random >> 62 & 1) != 0 ? square : 0;
  }
  position.black_to_move = (int) (*random >> 61 & 1);
  return position;
}

/* Seconds for probing all positions, and how many were found. */
static double probe_all (zermelo_tables *tables, const zermelo_tables_position *position, int count,
                         int *found) {
  zermelo_tables_entry entry;
  const double begin = now ();
  *found = 0;
  for (int i = 0; i < count; i++)
    *found += zermelo_tables_probe (tables, &position[i], &entry) == 1;
  return now () - begin;
}

int main (int count, char **arguments) {
  const int positions = count == 3 ? atoi (arguments[2]) : 0;
  if (positions <= 0) {
    fprintf (stderr, "usage: time_tables TABLES POSITIONS\n");
    return 64;
  }
  int code;
  char error[500];
  zermelo_tables *tables = zermelo_tables_open (arguments[1], (size_t) 64 << 20, &code, error, sizeof error);
  zermelo_tables_position *position = calloc ((size_t) positions, sizeof *position);
  if (tables == NULL || position == NULL) {
    fprintf (stderr, "%s\n", tables == NULL ? error : "no memory");
    free (position);
    zermelo_tables_close (tables);
    return tables == NULL ? code : 74;
  }
  zermelo_tables_identity identity;
  zermelo_tables_entry entry;
  uint64_t random = 1;
  zermelo_tables_identify (tables, &identity);
  zermelo_tables *other = zermelo_tables_open (arguments[1], 1 << 20, NULL, NULL,
                                               0); /* tells what a position is, so that `tables` stay cold */
  for (int i = 0; i < positions && other != NULL;) {
    position[i] = place (&identity, &random);
    i += zermelo_tables_probe (other, &position[i], &entry) == 1;
  }
  zermelo_tables_close (other);
  int found;
  const double first = probe_all (tables, position, positions, &found),
               again = probe_all (tables, position, positions, &found);
  printf ("%d of %d found, microseconds a probe: first time %.2f, again %.3f\n", found, positions,
          1e6 * first / positions, 1e6 * again / positions);
  free (position);
  zermelo_tables_close (tables);
  return found == positions ? 0 : 1;
}
