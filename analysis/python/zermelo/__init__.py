"""Every kind of file that zermelo writes (but checkpoints), read with h5py.

    import zermelo
    book = zermelo.open("book.h5")
    answer = book.probe("444")          # Answer(value=<Value.WIN: 1>, score=9, distance=23, moves=('4',))
    book.probe_moves("444")             # {'4': Answer(...), ...}: each move, seen by the side that makes it
    for position, answer in book: ...   # all that the file holds
    book.frame()                        # as a pandas.DataFrame
    zermelo.game("connect4:7x6")        # the rules, without a file

A position is given as on zermelo's command line (text) or as the game's own value (see zermelo.games). Files are
described in zermelo-files(5). What a file cannot answer raises NotHere, which says what is missing.
"""
from .base import Answer, DataError, NotHere, Value
from .files import Book, Dataset, Layers, Tables, open
from .games import game
from .proofs import Certificate
from .runs import Comparison, Games, Statistics

__all__ = ["Answer", "Book", "Certificate", "Comparison", "DataError", "Dataset", "Games", "Layers", "NotHere",
           "Statistics", "Tables", "Value", "game", "open"]
__version__ = "0.2.0"
