#include "analysis/report.h"

#include "analysis/html.h"
#include "analysis/plot.h"
#include "analysis/report_parts.h"
#include "play/tournament.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS_REACH = 3 };

struct page {
  FILE *file;
  const struct tournament *tournament;
  const struct game_list *list;
  struct standing *rows; /* sorted by points */
};

static void begin_table (FILE *page, const char *title, const char *subject) {
  html_print (page,
              "<h3>%s</h3>\n<div class=\"scroll\"><table class=\"results\"><thead><tr><th scope=\"col\" "
              "class=\"subject\">%s</th>",
              title, subject);
}

static void write_heading (FILE *page, const char *heading) {
  html_print (page, "<th scope=\"col\" class=\"n\">%s</th>", heading);
}

static void end_headings (FILE *page) { fputs ("</tr></thead>\n<tbody>\n", page); }

static void begin_row (FILE *page, const char *subject) {
  html_print (page, "<tr><th scope=\"row\" class=\"subject\">%s</th>", subject);
}

static void write_number (FILE *page, const char *heading, uint64_t number) {
  html_print (page, "<td class=\"n\" data-label=\"%s\">%" PRIu64 "</td>", heading, number);
}

static void end_row (FILE *page) { fputs ("</tr>\n", page); }

static void end_table (FILE *page) { fputs ("</tbody></table></div>\n", page); }

/* ---- figures ---- */

static size_t count_ending (const struct game_list *list, bool (*is_counted) (enum game_end)) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++)
    count += is_counted ((enum game_end) list->games[i].ending);
  return count;
}

static bool is_cap (enum game_end ending) { return ending == GAME_END_CAP; }

static void write_tiles (const struct page *p) {
  const struct tournament *t = p->tournament;
  fputs ("<div class=\"tiles\">\n", p->file);
  html_print (p->file, REPORT_TILE ("%zu"), p->list->count, "games");
  html_print (p->file, REPORT_TILE ("%zu"), t->player_count, "players");
  html_print (p->file, REPORT_TILE ("%zu"), t->board_count, "boards");
  html_print (p->file, REPORT_TILE ("%zu"), count_ending (p->list, game_end_is_forfeit),
              "games lost by a forfeit");
  if (t->moves_most > 0)
    html_print (p->file, REPORT_TILE ("%zu"), count_ending (p->list, is_cap), "games ended by the ply cap");
  if (count_ending (p->list, game_end_is_left_out) > 0)
    html_print (p->file, REPORT_TILE ("%zu"), count_ending (p->list, game_end_is_left_out), "games left out");
  fputs ("</div>\n", p->file);
  if (t->seconds > 0)
    html_print (p->file, "<p>%f for a move; who took %f more lost the game.", t->seconds, t->tolerance);
  else
    fputs ("<p>No limit of time.", p->file);
  if (t->opening > 0)
    html_print (p->file, " The first %d plies were drawn by lot.", t->opening);
  if (t->moves_most > 0)
    html_print (p->file, " Games of %d plies are draws; they are marked where they are counted.",
                t->moves_most);
  fputs (" A win as second player counts 3 points, as first player or by a forfeit 2, a draw 1.</p>\n",
         p->file);
}

/* ---- standings ---- */

static void write_standings (const struct page *p) {
  static const char *const headings[] = { "Points", "Wins as second", "Wins as first", "Wins by forfeit",
                                          "Draws",  "Losses",         "Forfeits lost", "Games" };
  begin_table (p->file, "Standings", "Player");
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    write_heading (p->file, headings[i]);
  write_heading (p->file, "Points a game");
  write_heading (p->file, "Longest move");
  end_headings (p->file);
  for (size_t i = 0; i < p->tournament->player_count; i++) {
    const struct standing *row = &p->rows[i];
    const uint64_t numbers[] = { row->points, row->wins_second, row->wins_first,    row->wins_forfeit,
                                 row->draws,  row->losses,      row->forfeits_lost, row->games };
    begin_row (p->file, p->tournament->players[row->player]);
    for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
      write_number (p->file, headings[j], numbers[j]);
    fprintf (p->file, "<td class=\"n\" data-label=\"Points a game\">%.2f &plusmn; %.2f</td>", row->mean,
             row->half);
    html_print (p->file, "<td class=\"n\" data-label=\"Longest move\">%f</td>", row->longest);
    end_row (p->file);
  }
  end_table (p->file);
  fputs ("<p class=\"quiet\">&plusmn;: half of the 95 % confidence interval, as if games were independent. "
         "Losses and wins do not contain those by a forfeit.</p>\n",
         p->file);
}

/* Draw the bars, and free them. */
static void draw_bars (const struct page *p, const char *prefix, const char *caption, const char *x_title,
                       double reach, struct plot_bar *bars) {
  struct failure why = { 0 };
  char *svg = plot_bars (prefix, x_title, reach, bars, p->tournament->player_count, &why);
  html_print (p->file, "<figure class=\"tall\"><figcaption>%s</figcaption>", caption);
  if (svg != NULL)
    fprintf (p->file, "<div class=\"drawing\">%s</div>", svg);
  else
    html_print (p->file, "<p class=\"missing\">No plot: %s.</p>", why.text);
  fputs ("</figure>\n", p->file);
  free (svg);
  free (bars);
}

static struct plot_bar *begin_bars (const struct page *p) {
  struct plot_bar *bars = allocate (p->tournament->player_count, sizeof *bars);
  for (size_t i = 0; i < p->tournament->player_count; i++)
    bars[i].label = p->tournament->players[p->rows[i].player];
  return bars;
}

static void draw_points (const struct page *p) {
  struct plot_bar *bars = begin_bars (p);
  for (size_t i = 0; i < p->tournament->player_count; i++) {
    bars[i].length = p->rows[i].mean;
    snprintf (bars[i].text, sizeof bars[i].text, "%.2f \u00b1 %.2f", p->rows[i].mean, p->rows[i].half);
  }
  draw_bars (p, "points-", "Points a game", "points a game", POINTS_REACH, bars);
}

/* Draw wins by kind; draws are left out, but counted at the end of each bar. */
static void draw_wins (const struct page *p) {
  struct plot_bar *bars = begin_bars (p);
  for (size_t i = 0; i < p->tournament->player_count; i++) {
    const struct standing *row = &p->rows[i];
    const uint64_t won = row->wins_first + row->wins_second + row->wins_forfeit;
    bars[i].length = (double) won;
    snprintf (bars[i].text, sizeof bars[i].text, "%" PRIu64 ", %" PRIu64 " drawn", won, row->draws);
  }
  draw_bars (p, "wins-", "Games won", "games won", 1, bars);
}

/* Write the cross table, with rows and columns in the order of the standings. */
static void write_cross_table (const struct page *p) {
  const size_t players = p->tournament->player_count;
  uint64_t *points = allocate (players * players, sizeof *points);
  tournament_cross_table (p->tournament, p->list, points);
  begin_table (p->file, "Points of each player against each other", "Player");
  for (size_t j = 0; j < players; j++)
    write_heading (p->file, p->tournament->players[p->rows[j].player]);
  end_headings (p->file);
  for (size_t i = 0; i < players; i++) {
    begin_row (p->file, p->tournament->players[p->rows[i].player]);
    for (size_t j = 0; j < players; j++)
      if (i == j || p->rows[i].group != p->rows[j].group)
        fputs ("<td class=\"n\"></td>", p->file);
      else
        write_number (p->file, p->tournament->players[p->rows[j].player],
                      points[p->rows[i].player * players + p->rows[j].player]);
    end_row (p->file);
  }
  end_table (p->file);
  free (points);
}

/* ---- boards ---- */

static void write_board (const struct page *p, size_t board) {
  uint64_t games = 0, won = 0, drawn = 0, moves = 0, capped = 0, forfeits = 0, left_out = 0;
  for (size_t i = 0; i < p->list->count; i++) {
    const struct played_game *game = &p->list->games[i];
    if (game->board != board)
      continue;
    left_out += game_end_is_left_out ((enum game_end) game->ending);
    if (game_end_is_left_out ((enum game_end) game->ending))
      continue;
    games++;
    won += game->result > 0;
    drawn += game->result == 0;
    moves += game->moves;
    capped += game->ending == GAME_END_CAP;
    forfeits += game_end_is_forfeit ((enum game_end) game->ending);
  }
  begin_row (p->file, p->tournament->boards[board]);
  write_number (p->file, "First player won", won);
  write_number (p->file, "Drawn", drawn);
  write_number (p->file, "Second player won", games - won - drawn);
  write_number (p->file, "By the ply cap", capped);
  write_number (p->file, "By forfeit", forfeits);
  write_number (p->file, "Left out", left_out);
  write_number (p->file, "Plies a game", games == 0 ? 0 : (moves + games / 2) / games);
  end_row (p->file);
}

static void write_boards (const struct page *p) {
  static const char *const headings[]
      = { "First player won", "Drawn",    "Second player won", "By the ply cap",
          "By forfeit",       "Left out", "Plies a game" };
  begin_table (p->file, "Boards", "Board");
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    write_heading (p->file, headings[i]);
  end_headings (p->file);
  for (size_t board = 0; board < p->tournament->board_count; board++)
    write_board (p, board);
  end_table (p->file);
}

/* List the boards that players cannot play. */
static void write_unplayable (const struct page *p) {
  const struct tournament *t = p->tournament;
  bool any = false;
  for (size_t i = 0; i < t->player_count; i++) {
    size_t count = 0;
    for (size_t board = 0; board < t->board_count; board++)
      if (tournament_cannot_play (p->list, i, board)) {
        if (count++ == 0)
          html_print (p->file, any ? "<br>%s cannot play" : "<p>%s cannot play", t->players[i]);
        html_print (p->file, count == 1 ? " %s" : ", %s", t->boards[board]);
        any = true;
      }
  }
  if (any)
    fputs (". Games that are left out count for nothing.</p>\n", p->file);
}

static void write_page (const struct page *p, const char *name) {
  report_begin_page (p->file, name);
  html_print (p->file, "<header><p class=\"which\">%s &middot; tournament</p><h1>", name);
  if (p->tournament->groups > 1)
    html_print (p->file, "Players of %zu depths, each among themselves", p->tournament->groups);
  else
    html_print (p->file, "%s has most points", p->tournament->players[p->rows[0].player]);
  fputs ("</h1></header>\n<main>\n", p->file);
  write_tiles (p);
  write_standings (p);
  fputs ("<div class=\"plots\">\n", p->file);
  if (p->tournament->groups > 1)
    draw_wins (p);
  draw_points (p);
  fputs ("</div>\n", p->file);
  write_cross_table (p);
  write_boards (p);
  write_unplayable (p);
  fputs ("</main>\n<footer>Made by zermelo report.</footer>\n</body>\n</html>\n", p->file);
}

bool tournament_page_write (const char *path, const char *name, const struct tournament *tournament,
                            const struct game_list *list, struct failure *failure) {
  char *text = NULL;
  size_t size = 0;
  struct page page = { .file = open_memstream (&text, &size), .tournament = tournament, .list = list };
  if (page.file != NULL) {
    page.rows = allocate (tournament->player_count, sizeof *page.rows);
    tournament_standings (tournament, list, page.rows);
    write_page (&page, name);
    fclose (page.file);
    free (page.rows);
  }
  const bool done = report_save (path, text, size, failure);
  free (text);
  return done;
}
