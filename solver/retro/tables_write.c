/* Endgame tables from memory to a file: rank 0 goes through the slices, threads put them in order of their index. */
#include "base/threads.h"
#include "retro/endgames.h"
#include "retro/tables_layout.h"
#include "store/file.h"

#include <stdlib.h>
#include <string.h>

/* The codes of a slice in order of the index, a part by each thread. */
struct reordering {
  const struct endgames *endgames;
  const struct endgame_pair *pair;
  int side;
  uint64_t positions;
  uint8_t *code;
};

static void
reorder_part (void *context, int thread)
{
  const struct reordering *r = context;
  const uint64_t threads = (uint64_t) r->endgames->options.threads, part = (r->positions + threads - 1) / threads;
  const uint64_t first = part * (uint64_t) thread, left = first < r->positions ? r->positions - first : 0;
  if (left > 0)
    r->endgames->engine->codes (r->pair->lines, r->pair->value, r->side, first, left < part ? left : part,
                                r->code + first);
}

static void
write_values (struct file_out *file, const char *name, const uint8_t *code, uint64_t positions)
{
  static const uint8_t bits[] = { [DRAWN + 1] = 0, [WON + 1] = 1, [LOST + 1] = 2 };
  char path[TABLES_PATH];
  const struct dataset layout = tables_value (path, name);
  const size_t rows = (positions + 3) / 4;
  uint8_t *packed = allocate (rows, 1);
  for (uint64_t i = 0; i < positions; i++)
    packed[i / 4] |= (uint8_t) (bits[endgame_outcome (code[i]) + 1] << 2 * (i % 4));
  file_write (file, &layout, packed, rows);
  free (packed);
}

/* A code is one more than the distance, and 0 for a draw: so one less. */
static void
write_distances (struct file_out *file, const char *name, uint8_t *code, uint64_t positions)
{
  char path[TABLES_PATH];
  const struct dataset layout = tables_distance (path, name);
  for (uint64_t i = 0; i < positions; i++)
    code[i]--;
  file_write (file, &layout, code, positions);
}

static void
put_summary (struct file_out *file, const char *group, const struct game *game, const struct slice_summary *summary)
{
  char text[ENDGAME_TEXT] = "";
  if (summary->longest >= 0) {
    struct position *position = position_allocate (game);
    game->engine->unpack (game, summary->example, position);
    game->engine->slices->text (game, position, text);
    free (position);
  }
  file_put_integer (file, group, "positions", (int64_t) summary->slice.positions);
  file_put_integer (file, group, "won", (int64_t) summary->won);
  file_put_integer (file, group, "drawn", (int64_t) summary->drawn);
  file_put_integer (file, group, "lost", (int64_t) summary->lost);
  file_put_integer (file, group, "longest", summary->longest);
  file_put_text (file, group, "example", text);
}

static void
write_slice (struct file_out *file, const struct endgames *endgames, const struct endgame_pair *pair, int side,
             bool distances)
{
  const struct slice_summary *summary = &pair->summary[side];
  char group[TABLES_PATH];
  struct reordering reordering = { endgames, pair, side, summary->slice.positions,
                                   allocate (summary->slice.positions, 1) };
  snprintf (group, sizeof group, "/%s", summary->slice.name);
  file_group (file, group, "All positions with this material (men.kings of White, men.kings of Black), White to move");
  put_summary (file, group, endgames->game, summary);
  team_start (endgames->team, reorder_part, &reordering);
  while (!team_wait (endgames->team, 60))
    ;
  write_values (file, summary->slice.name, reordering.code, summary->slice.positions);
  if (distances)
    write_distances (file, summary->slice.name, reordering.code, summary->slice.positions);
  free (reordering.code);
}

static char *
list_names (const struct endgames *endgames)
{
  char *names = allocate ((size_t) endgames->pairs * 2 * 16 + 1, 1), *end = names;
  for (int i = 0; i < endgames->pairs; i++)
    for (int side = 0; side < endgames->pair[i].sides; side++)
      end += sprintf (end, "%s%s", end == names ? "" : " ", endgames->pair[i].summary[side].slice.name);
  return names;
}

bool
endgames_write (const struct endgames *endgames, const char *path, bool distances, struct failure *failure)
{
  const struct game *game = endgames->game;
  struct file_identity identity = {
    .kind = TABLES_KIND,
    .format = TABLES_FORMAT,
    .description = "Zermelo endgame tables: the value of every position with few pieces, one group a slice of "
                   "material. The checksum is a sum of XXH3 over rows and attributes (solver/store/checksum.h).",
  };
  snprintf (identity.game, sizeof identity.game, "%s", game->name);
  snprintf (identity.board, sizeof identity.board, "%s", game->board_text);
  snprintf (identity.rules, sizeof identity.rules, "%s", game->rules);
  snprintf (identity.options, sizeof identity.options, "--pieces %d%s", endgames->pieces,
            distances ? " --distances" : "");
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  char *names = list_names (endgames);
  file_put_integer (file, "/", "pieces", endgames->pieces);
  file_put_integer (file, "/", "distances", distances);
  file_put_text (file, "/", "index", game->engine->slices->index_text);
  file_put_text (file, "/", "slices", names);
  free (names);
  for (int i = 0; i < endgames->pairs; i++)
    for (int side = 0; side < endgames->pair[i].sides; side++)
      write_slice (file, endgames, &endgames->pair[i], side, distances);
  return file_commit (file);
}
