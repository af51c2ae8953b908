/* The game that a file is about. */
#ifndef ZERMELO_STORE_FILE_GAME_H
#define ZERMELO_STORE_FILE_GAME_H

#include "engine.h"
#include "store/file.h"

/** Write the game's name, board and rules into an identity. */
void file_name_game (struct file_identity *, const struct game *);

/** How the keys in a game's files are made, as the encoding of their dataset. */
enum { KEY_ENCODING = 500 };
void file_key_encoding (const struct game *, char text[KEY_ENCODING]);

/** Open the game of a file whose rows are positions; the caller closes it. Fails with EXIT_BAD_DATA, or as
 * engine_open() does; then nothing is open. */
bool file_open_game (const struct file_identity *, struct game *, struct failure *);

/** As file_open_game(), but also succeeds if the board is too large for keys. */
bool file_open_game_of_any_size (const struct file_identity *, struct game *, struct failure *);

#endif
