"""Books, endgame tables, layers, certificates and statistics of zermelo, read with h5py.

    import zermelo
    book = zermelo.open("book.h5")
    answer = book.probe("444")          # Answer(value=<Value.WIN: 1>, score=9, distance=None, moves=['4'])
    book.probe_moves("444")             # {'4': Answer(...), ...}: each move, seen by the side that makes it
    for position, answer in book: ...   # all that the file holds
    book.frame()                        # as a pandas.DataFrame
    zermelo.game("connect4:7x6")        # the rules, without a file

A position is given as on zermelo's command line (text) or as the game's own value (see zermelo.games). Files are
described in zermelo-files(5). What a file cannot answer raises NotHere, which says what is missing.
"""
from .files import Answer, Book, Certificate, DataError, Dataset, Layers, NotHere, Statistics, Tables, Value, open
from .games import game

__all__ = ["Answer", "Book", "Certificate", "DataError", "Dataset", "Layers", "NotHere", "Statistics", "Tables", "Value", "game", "open"]
__version__ = "0.2.0"
