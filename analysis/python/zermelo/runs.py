"""Results of runs that are not about single positions: statistics, games of tournaments, comparisons."""
import collections
import os

from . import files
from .files import File, check_seal, list_of, text_of
from .game import Game
from .library import DataError


class Rows(File):
    """A file with one table. Iterates over its rows, as dictionaries with the names of columns()."""
    group = None

    def columns(self):
        """A list for each dataset of the table, as zermelo-files(5) describes them."""
        return {name: list_of(dataset) for name, dataset in self.file[self.group].items()}

    def __len__(self):
        return len(next(iter(self.file[self.group].values())))

    def __iter__(self):
        columns = self.columns()
        for row in zip(*columns.values()):
            yield dict(zip(columns, row))


class Statistics(Rows):
    """The statistics of a run: `attributes` of the whole run, a row for each result, counters for each rank."""
    group = "results"

    def counters(self):
        """{name: total over all ranks}"""
        names = [text_of(name) for name in self.file["counters/name"][()].tolist()]
        return dict(zip(names, self.file["ranks/counters"][()].sum(axis=0).tolist()))

    def statistics(self):
        """The counters."""
        return self.counters()


class Comparison(Rows):
    """The cost of searches: a row for each game, method and depth (0: to the end of the game)."""
    group = "cells"

    def statistics(self):
        """{(game, method): {depth: nodes of an average search}}"""
        found = {}
        for row in self:
            if row["searches"] > 0:
                found.setdefault((row["game"], row["method"]), {})[row["depth"]] = row["nodes"] / row["searches"]
        return found


class Games(Rows):
    """The games of a tournament. Iterates over dictionaries with the names of columns(), in which `moves` is a list of texts
    instead of their number."""
    group = "games"
    endings = ("", "rules", "no win left", "repetition", "no progress", "ply cap", "too late", "no legal move", "program gone",
               "cannot play", "first cannot play", "second cannot play", "neither can play")

    def boards(self):
        return list_of(self.file["boards/game"])

    def players(self):
        return list_of(self.file["players/name"])

    def columns(self):
        """A list for each dataset of /games, with a row for each game: board, first and second (the players) and ending are texts."""
        found = super().columns()
        for name, texts in (("board", self.boards()), ("first", self.players()), ("second", self.players()),
                            ("ending", self.endings)):
            found[name] = [texts[row] for row in found[name]]
        return found

    def moves(self):
        """A list for each dataset of /moves, with a row for each move: text, seconds, nodes; and number, the number of the game."""
        columns = super().columns()
        found = {name: list_of(dataset) for name, dataset in self.file["moves"].items()}
        return {"number": [number for number, moves in zip(columns["number"], columns["moves"]) for _ in range(moves)], **found}

    def __iter__(self):
        texts = list_of(self.file["moves/text"])
        for row in super().__iter__():
            first = row["first_move"]
            yield {**row, "moves": texts[first:first + row["moves"]]}

    def match(self, plies=12):
        """Figures of the first player in a tournament of two: score and half the width of its 95 % interval, by pairs of games with
        the same opening; nodes and seconds of a move in the first plies, relative to those of the other player."""
        pairs, spent = {}, {name: [0, 0, 0.0] for name in (0, 1)}
        games, moves = Rows.columns(self), {name: list_of(dataset) for name, dataset in self.file["moves"].items()}
        for number, first, result, opening, count, start in zip(*(games[name] for name in ("number", "first", "result", "opening", "moves", "first_move"))):
            pairs.setdefault(number // 2, []).append((1 + (result if first == 0 else -result)) / 2)
            for ply in range(opening, min(plies, count)):
                sums = spent[first if ply % 2 == 0 else 1 - first]
                for i, cost in enumerate((1, moves["nodes"][start + ply], moves["seconds"][start + ply])):
                    sums[i] += cost
        scores = [sum(pair) / len(pair) for pair in pairs.values()]
        mean = sum(scores) / len(scores)
        error = (sum((score - mean) ** 2 for score in scores) / (len(scores) - 1) / len(scores)) ** 0.5
        of_move = [[cost / max(1, spent[player][0]) for cost in spent[player][1:]] for player in (0, 1)]
        return {"score": mean, "half": 1.96 * error, "nodes": of_move[0][0] / of_move[1][0], "seconds": of_move[0][1] / of_move[1][1]}

    def statistics(self):
        """{player: Counter of won, drawn and lost}"""
        columns, found = self.columns(), {name: collections.Counter() for name in self.players()}
        words = {1: ("won", "lost"), 0: ("drawn", "drawn"), -1: ("lost", "won")}
        for first, second, result in zip(columns["first"], columns["second"], columns["result"]):
            for name, word in zip((first, second), words[result]):
                found[name][word] += 1
        return found


FORMATS = {"statistics": (Statistics, (2, 3, 4)), "dataset": (files.Dataset, (1,)), "games": (Games, (1,)), "comparison": (Comparison, (1,))}


def open(path):
    """Open a file of any kind but checkpoints. FileNotFoundError; DataError."""
    path = os.fspath(path)
    kind, number = files.kind_of(path)
    if kind == "checkpoint":
        raise DataError(f"{path}: a checkpoint, which only the program that wrote it reads; `zermelo status` says what it holds")
    if kind in FORMATS:
        check_seal(path)
        made, numbers = FORMATS[kind]
        if number not in numbers:
            raise DataError(f"{path}: kind '{kind}', format {number}: not one that this package reads")
        return made(path)
    game = Game(None, path)  # the library reports errors of other files
    return files.KINDS[game.identify().kind](path, game)
