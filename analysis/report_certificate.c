/* The page about a certificate. */
#include "analysis/report.h"

#include "analysis/html.h"
#include "analysis/report_parts.h"
#include "certificate/certificate_text.h"
#include "certificate/row_move.h"
#include "checker/checker.h"
#include "engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The argument of a leaf of each kind. */
static const char *const sentences[ROW_KINDS] = {
  [ROW_MOVE] = "A move of the player whose strategy it is; every reply is covered.",
  [ROW_SMALL] = "The checker searches it to the end, within the number of nodes that the file allows.",
  [ROW_PAIRING] = "Pairs of cells, and the potential of the other lines: the other side completes none.",
  [ROW_THREATS] = "A sequence of threats, each of which has only one answer, up to a double one.",
  [ROW_STEALING] = "Whoever begins does not lose: he could steal the strategy of the second player.",
  [ROW_PLAN] = "Win, block, else the first cell of a list: played against all replies, up to other rows.",
  [ROW_TILING]
  = "Tiles of at most twelve cells: an answer on the same tile keeps the other side from every line."
};

/* ---- the principal line ---- */

struct next_position {
  const struct certificate_file *file;
  const struct array_game *game;
  const struct strategy_rows *rows;
  enum row_kind kind; /* the kind of row to which the move has to lead; if by_key, it has to lead to `key`
                         instead */
  uint8_t key[KEY_MOST];
  int player; /* the player whose strategy it is */
  bool by_key, found;
  int move;
  struct array_position after;
};

static bool match_successor (void *context, int move, const struct array_position *after) {
  uint8_t key[KEY_MOST];
  struct next_position *s = context;
  array_canonical (s->game, after, key);
  if (s->by_key)
    s->found = memcmp (key, s->key, (size_t) s->game->key_bytes) == 0;
  else {
    const size_t row = strategy_row (s->game, s->rows, key);
    s->found = row != SIZE_MAX && s->rows->kind[row] == s->kind;
  }
  if (!s->found)
    return true;
  s->move = move;
  memcpy (s->key, key, sizeof key);
  array_position_copy (s->game, &s->after, after);
  return false;
}

static void write_move (FILE *page, const struct array_game *game, int move) {
  const int column = game->gravity ? move : move % game->columns;
  if (game->gravity)
    fprintf (page, " %c", column < 9 ? '1' + column : 'a' + column - 9);
  else {
    fputc (' ', page);
    if (column >= 26)
      fputc ('a' + column / 26 - 1, page);
    fprintf (page, "%c%d", 'a' + column % 26, move / game->columns + 1);
  }
}

/* Find a reply that leads to a row with a move, or else to one with a plan. */
static void match_reply (const struct array_position *position, struct next_position *s) {
  s->by_key = s->found = false;
  for (int i = 0; i < 2 && !s->found; i++) {
    s->kind = i == 0 ? ROW_MOVE : ROW_PLAN;
    s->game->rules->each_move (s->game, position, match_successor, s);
  }
}

/* Find the move of a row that has a move, or a plan for it. */
static void match_own_move (const struct array_position *position, size_t row, struct next_position *s) {
  s->found = false;
  s->by_key = key_after_row (s->file, s->player, row, s->key);
  if (s->by_key)
    s->game->rules->each_move (s->game, position, match_successor, s);
}

/* Does the line end with this row: a leaf, or a plan after whose move no reply leads to a row? */
static bool is_last (const struct next_position *s, const struct array_position *position, size_t row) {
  if (s->rows->kind[row] != ROW_PLAN || position->to_move != s->player)
    return s->rows->kind[row] != ROW_MOVE;
  struct next_position *next = allocate (1, sizeof *next);
  *next = *s;
  match_own_move (position, row, next);
  const bool over = !next->found || s->game->rules->ending (s->game, &next->after) != NOT_OVER;
  const struct array_position after = next->after;
  next->found = false;
  if (!over)
    match_reply (&after, next);
  const bool last = !next->found;
  free (next);
  return last;
}

/* Write the line from the claim on: the strategy's moves, and each time the first reply that it answers with
 * a move. */
static void write_line (FILE *page, const struct certificate_file *file, int player) {
  const struct array_game *game = &file->game;
  struct array_position position;
  struct next_position *s = allocate (1, sizeof *s);
  *s = (struct next_position){
    .file = file, .game = game, .rows = &file->strategy[player], .player = player
  };
  bool goes_on = game->rules->unpack (game, file->claim_key, &position);
  while (goes_on && game->rules->ending (game, &position) == NOT_OVER) {
    s->found = false;
    array_canonical (game, &position, s->key);
    const size_t row = strategy_row (game, s->rows, s->key);
    if (row != SIZE_MAX && is_last (s, &position, row)) {
      fprintf (page, " (%s)", row_kind_names[s->rows->kind[row]]);
      break;
    }
    if (position.to_move != player)
      match_reply (&position, s);
    else if (row != SIZE_MAX)
      match_own_move (&position, row, s);
    goes_on = s->found;
    if (goes_on) {
      write_move (page, game, s->move);
      array_position_copy (game, &position, &s->after);
    }
  }
  free (s);
}

static void write_lines (FILE *page, const struct certificate_file *file) {
  if (file->game.rules->cyclic || file->claim_key == NULL || file->claims != 1)
    return;
  fputs ("<h3>Principal line</h3>\n", page);
  for (int player = 0; player < 2; player++)
    if (file->strategy[player].present) {
      fprintf (page, "<p>The %s player's strategy:", side_names[player]);
      write_line (page, file, player);
      fputs ("</p>\n", page);
    }
}

/* ---- figures ---- */

static void write_tiles (FILE *page, const char *certificate, const struct certificate_file *file,
                         const struct verdict *verdict, double seconds) {
  struct stat status;
  uint64_t leaves = 0;
  for (int kind = ROW_MOVE + 1; kind < ROW_KINDS; kind++)
    leaves += verdict->count[OF_KIND + kind];
  fputs ("<div class=\"tiles\">\n", page);
  html_print (page, REPORT_TILE ("%" PRIu64) "\n", verdict->positions, "positions");
  if (verdict->count[IN_TABLES] > 0)
    html_print (page, REPORT_TILE ("%" PRIu64) "\n", verdict->count[IN_TABLES], "leaves in endgame tables");
  if (!file->game.rules->cyclic) {
    html_print (page, REPORT_TILE ("%" PRIu64) "\n", leaves, "leaves");
    html_print (page, REPORT_TILE ("%" PRIu64) "\n", verdict->count[NODES], "nodes searched by the checker");
  }
  if (stat (certificate, &status) == 0) {
    fputs ("<div class=\"tile\"><b>", page);
    html_bytes (page, (uint64_t) status.st_size);
    fputs ("</b><span class=\"quiet\">file</span></div>\n", page);
  }
  html_print (page, REPORT_TILE ("%f") "\n</div>\n", seconds, "to check");
  if (verdict->count[OF_KIND + ROW_SMALL] > 0) {
    fputs ("<p>Small searches carry ", page);
    html_share (page, (double) verdict->count[OF_KIND + ROW_SMALL], (double) leaves);
    fputs (" of the leaves.</p>\n", page);
  }
}

static void write_kinds (FILE *page, const struct verdict *verdict) {
  fputs ("<h3>Rows by kind</h3>\n<div class=\"scroll\"><table class=\"results\"><thead><tr><th scope=\"col\" "
         "class=\"subject\">Kind</th><th scope=\"col\" class=\"n\">Rows</th><th scope=\"col\">What it rests "
         "on</th></tr></thead>\n<tbody>\n",
         page);
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (sentences[kind] != NULL && verdict->count[OF_KIND + kind] > 0)
      html_print (
          page,
          "<tr><th scope=\"row\" class=\"subject\">%s</th><td class=\"n\" data-label=\"Rows\">%" PRIu64
          "</td><td class=\"source\" data-label=\"What it rests on\">%s</td></tr>\n",
          row_kind_names[kind], verdict->count[OF_KIND + kind], sentences[kind]);
  fputs ("</tbody></table></div>\n", page);
}

static void write_plies (FILE *page, const struct certificate_file *file) {
  struct array_position position;
  const struct array_game *game = &file->game;
  const size_t plies = (size_t) game->cells + 1;
  if (game->rules->cyclic || file->claim_key == NULL)
    return;
  uint64_t (*count)[2] = allocate (plies, sizeof *count); /* moves and leaves */
  for (int player = 0; player < 2; player++) {
    const struct strategy_rows *rows = &file->strategy[player];
    for (size_t i = 0; rows->present && i < rows->count; i++)
      if (game->rules->unpack (game, rows->key + i * (size_t) game->key_bytes, &position))
        count[position.plies][rows->kind[i] != ROW_MOVE]++;
  }
  fputs ("<h3>Positions by ply</h3>\n<div class=\"scroll\"><table class=\"results\"><thead><tr><th "
         "scope=\"col\" class=\"subject\">Ply</th><th scope=\"col\" class=\"n\">Moves</th><th scope=\"col\" "
         "class=\"n\">Leaves</th></tr></thead>\n<tbody>\n",
         page);
  for (size_t ply = 0; ply < plies; ply++)
    if (count[ply][0] + count[ply][1] > 0)
      html_print (
          page,
          "<tr><th scope=\"row\" class=\"subject\">%zu</th><td class=\"n\" data-label=\"Moves\">%" PRIu64
          "</td><td class=\"n\" data-label=\"Leaves\">%" PRIu64 "</td></tr>\n",
          ply, count[ply][0], count[ply][1]);
  fputs ("</tbody></table></div>\n", page);
  free (count);
}

/* ---- the page ---- */

/* Write "Connect Four 5x5 is a draw", if there is no other claim. */
static bool write_start (FILE *page, const struct certificate_file *file) {
  char text[POSITION_TEXT], name[REPORT_GAME];
  struct game game;
  struct failure ignored = { 0 };
  if (file->claims != 1)
    return false;
  describe_position (file, key_of_row (file, CLAIMS, 0), text, sizeof text);
  if (strcmp (text, "the start") != 0 || !engine_open (&game, file->game.title, &ignored))
    return false;
  const int value = file->claim_value[0];
  report_board (game.engine, game.board_text, game.rules, name);
  html_print (page, "%s is %s", report_capital (name), report_value_of_start ((value > 0) - (value < 0)));
  if (file->game.exact_score)
    fprintf (page, " with the score %d", value);
  engine_close (&game);
  return true;
}

static void write_claims (FILE *page, const struct certificate_file *file) {
  char *claims = certificate_claims_text (file);
  if (claims[0] >= 'a' && claims[0] <= 'z')
    claims[0] = (char) (claims[0] - 'a' + 'A');
  if (file->claims == 1)
    html_text (page, claims);
  else
    fprintf (page, "%zu claims about %s", file->claims, file->game.title);
  free (claims);
}

static void write_headline (FILE *page, const struct certificate_file *file, const struct verdict *verdict) {
  fputs ("<header><p class=\"which\">certificate</p><h1>", page);
  if (!write_start (page, file))
    write_claims (page, file);
  fprintf (page, ": %s</h1></header>\n<main>\n", verdict->accepted ? "proven" : "not proven");
  if (!verdict->accepted)
    html_print (page, "<p class=\"alarm\">The checker refuses it: %s %s.</p>\n", verdict->wrong,
                verdict->reason);
}

bool report_certificate_write (const char *path, const char *certificate, const struct certificate_file *file,
                               const struct verdict *verdict, double seconds, struct failure *failure) {
  char *text = NULL;
  size_t size = 0;
  FILE *page = open_memstream (&text, &size);
  if (page != NULL) {
    report_begin_page (page, file->game.title);
    write_headline (page, file, verdict);
    write_tiles (page, certificate, file, verdict, seconds);
    fprintf (page, "<p>Every row %swas checked by the rules of the game alone (zermelo check).</p>\n",
             file->tables.pieces > 0 ? "and every position of the endgame tables " : "");
    if (verdict->accepted && !file->game.rules->cyclic) {
      write_lines (page, file);
      write_kinds (page, verdict);
      write_plies (page, file);
    }
    fputs ("</main>\n<footer>Made by zermelo report.</footer>\n</body>\n</html>\n", page);
    fclose (page);
  }
  const bool done = report_save (path, text, size, failure);
  free (text);
  return done;
}
