"""Values of positions, by search and from every kind of file that zermelo writes (but checkpoints).

    import zermelo
    answer = zermelo.solve("connect4:7x6", "444", threads=2, seconds=10)
    answer.value, answer.moves[0].move  # Value.DRAW, which is equal to "draw"; the best move
    book = zermelo.open("book.h5")
    book.probe("444")                   # an Answer, without a search
    book.moves("444")                   # {'4': Move(...), ...}: each move, seen by the side that makes it
    for position, answer in book: ...   # all positions of the file
    book.frame()                        # as a pandas.DataFrame
    zermelo.game("connect4:7x6")        # the rules, without a file

The rules and all answers come from libzermelo: the library named by ZERMELO_LIBRARY, or the installed one; h5py is needed for
the arrays of files. A position is given as on zermelo's command line (text), or as the bytes of a key. Files are described
in zermelo-files(5). A position that is missing in a file raises NotHere, with the reason; a call that fails raises an Error
with `code`, an exit code of zermelo, and `line`.
"""
from .files import Book, Certificate, Dataset, Layers, NotHere, Tables
from .game import Answer, Game, Knowledge, Move, Value, solve
from .library import VERSION as __version__
from .library import DataError, Error
from .runs import Comparison, Games, Statistics, open

game = Game

__all__ = ["Answer", "Book", "Certificate", "Comparison", "DataError", "Dataset", "Error", "Game", "Games", "Knowledge",
           "Layers", "Move", "NotHere", "Statistics", "Tables", "Value", "game", "open", "solve"]
