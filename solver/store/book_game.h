/* Which game a book is about. */
#ifndef ZERMELO_STORE_BOOK_GAME_H
#define ZERMELO_STORE_BOOK_GAME_H

#include "zermelo/book.h"

/** Find the engine of the book's game: book->game, or why there is none in book->no_game. */
void book_open_game (zermelo_book *);

#endif
