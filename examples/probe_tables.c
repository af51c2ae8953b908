/* What endgame tables say about positions: all that zermelo/tables.h can do, in one page.
 *
 *     cc probe_tables.c $(pkg-config --cflags --libs zermelo-book) -o probe_tables
 *     ./probe_tables 8x8.tables.h5 W:WK1:BK32 B:W21,K30:B1
 */
#include <stdio.h>
#include <zermelo/tables.h>

static void print_entry (const char *text, const zermelo_tables_entry *entry) {
  static const char *const names[] = { "loss", "draw", "win" };
  printf ("%s %s", text, names[entry->value + 1]);
  if (entry->distance >= 0 && entry->value != ZERMELO_DRAW)
    printf (" in %d plies", entry->distance);
  printf ("\n");
}

int main (int count, char **arguments) {
  if (count < 2) {
    fprintf (stderr, "usage: probe_tables TABLES FEN...\n");
    return 64;
  }
  int code;
  char error[500];
  zermelo_tables *tables = zermelo_tables_open (arguments[1], 64 << 20, &code, error, sizeof error);
  if (tables == NULL) {
    fprintf (stderr, "%s\n", error);
    return code;
  }
  zermelo_tables_identity identity;
  zermelo_tables_identify (tables, &identity);
  printf ("%s, %d squares, 2 to %d pieces, %s distances, checksum %s\n", identity.game, identity.squares,
          identity.pieces, identity.distances ? "with" : "without", identity.checksum);
  for (int i = 2; i < count && code == 0; i++) {
    zermelo_tables_position position;
    zermelo_tables_entry entry;
    if (!zermelo_tables_read_fen (tables, arguments[i], &position, error, sizeof error)) {
      fprintf (stderr, "%s\n", error);
      code = 65;
      continue;
    }
    switch (zermelo_tables_probe (tables, &position, &entry)) {
    case 1: print_entry (arguments[i], &entry); break;
    case 0: printf ("%s is not in these tables\n", arguments[i]); break;
    default: fprintf (stderr, "%s\n", zermelo_tables_error (tables)); code = 74;
    }
  }
  zermelo_tables_close (tables);
  return code;
}
