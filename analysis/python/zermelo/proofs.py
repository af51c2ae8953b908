"""Certificates."""
import collections
import functools

import numpy

from .base import Answer, DataError, Keys, NotHere, Probed, Value


class Certificate(Probed):
    """A proof: rows of strategies. It is evidence only once zermelo-check has accepted it, and a value that probe() takes
    from it is no better. Iterates over (strategy, position, kind, numbers): see __iter__."""
    kinds = ("move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling")

    def __init__(self, path, file):
        super().__init__(path, file)
        if any(kinds is not None and self.kinds.index("upwards") in kinds for _, _, kinds in self.strategies.values()):
            raise DataError(f"{path}: it has a row of the kind upwards, which is no longer checked: zermelo certificate shrink "
                            "proves its position anew")

    def claims(self):
        """[(position, Value, score or None)]"""
        group = self.file["claim"]
        keys = Keys(group["key"][()]) if "key" in group else None
        scores = group["score"][()].tolist() if "score" in group else None
        return [(self.game.from_key(keys[i]) if keys else self.game.start, Value(int(value)), scores[i] if scores else None)
                for i, value in enumerate(group["value"][()])]

    @property
    def cyclic(self):
        """Of a game in which a position can come again (format 1)."""
        return self.attributes["format"] == 1

    @functools.cached_property
    def strategies(self):
        """{name: (Keys, or None on a board without keys; what its player gets at least; kinds of the rows, or None)}"""
        found = {}
        for name, bound in (("held", 0), ("won", 1)) if self.cyclic else (("first", None), ("second", None)):
            if name in self.file:
                group = self.file[name]
                if bound is None:
                    number = int(group.attrs["bound"])
                    bound = (number > 0) - (number < 0)  # it may be a score
                found[name] = (Keys(group["key"][()]) if "key" in group else None, bound,
                               group["kind"][()] if "kind" in group else None)
        return found

    @functools.cached_property
    def pieces(self):
        """Positions of at most so many pieces rest on endgame tables."""
        return int(self.file["tables"].attrs["pieces"]) if "tables" in self.file else 0

    def has_row(self, name, position):
        keys, _, kinds = self.strategies[name]
        row = keys.row(self.game.key(position)) if keys else 0 if position == self.game.start else None
        return row is not None and (kinds is None or kinds[row] < len(self.kinds))

    def by_rows(self, position, mine):
        """What the player gets at least whose position this is: by a row, or at the end of the game; None: not covered.
        `mine`: he is to move."""
        outcome = self.game.outcome(position)
        if outcome is not None:
            return outcome if mine else -outcome
        if not self.cyclic:
            names = (("first", "second")[self.game.mover(position) ^ (not mine)],)
        else:  # rows are about the side to move
            names = ("won", "held") if mine else ()
        for name in names:
            if name in self.strategies and self.has_row(name, position):
                return self.strategies[name][1]
        return Value.LOSS if self.in_tables(position) else None

    def in_tables(self, position):
        return self.pieces > 0 and sum(piece != 0 for piece in position[1]) <= self.pieces

    def at_least(self, position, mine):
        """The same, or what he gets after every move of the other side."""
        bound = self.by_rows(position, mine)
        if bound is not None or mine:
            return bound
        bounds = []
        for child in self.game.moves(position).values():
            bounds.append(self.by_rows(child, True))
            if bounds[-1] is None:
                return None
        return min(bounds)

    def look_up(self, position):
        """From the strategies of both sides. Where only one says something the value may be None, with bounds."""
        own, other = self.at_least(position, True), self.at_least(position, False)
        if own is None and other is None:
            raise NotHere(f"{self.path} says nothing of this position: no strategy of it leads there")
        if self.in_tables(position) and own == other == Value.LOSS:
            raise NotHere(f"{self.path} has no row for this position: it rests on table {self.game.slice(position)} of "
                          f"endgame tables of {self.pieces} pieces, which are a file of their own")
        lower, upper = Value.LOSS if own is None else Value(own), Value.WIN if other is None else Value(-other)
        if lower == upper:
            return Answer(lower)
        return Answer(bounds=(lower, upper) if lower < upper else (Value.LOSS, Value.WIN))  # else it proves nothing

    @functools.cached_property
    def numbers(self):
        """{name of a strategy: (the numbers of all its rows, where those of each row begin and at last end)}"""
        return {name: (self.file[name]["number"][()], numpy.append(0, numpy.cumsum(self.file[name]["size"][()], dtype=int)))
                for name in self.strategies if "number" in self.file[name]}

    def moves_of_row(self, position):
        """The moves that the mover's own row names, or its plan makes: one, or several to the same canonical position."""
        name = ("first", "second")[self.game.mover(position)]
        keys, _, kinds = self.strategies.get(name, (None, None, None))
        key = self.game.key(position) if keys else None
        row = keys.row(key) if keys else None
        kind = self.kinds[kinds[row]] if row is not None and kinds[row] < len(self.kinds) else None
        if kind not in ("move", "plan", "threats"):
            return ()
        numbers, ends = self.numbers[name]
        own, canonical = numbers[ends[row]:ends[row + 1]].tolist(), self.game.from_key(key)
        number = self.game.planned(canonical, own) if kind != "move" else own[0] if len(own) == 1 else None
        if number not in self.game.numbers(canonical):
            return ()
        after = self.game.key(self.game.play(canonical, number))
        return tuple(name for name, child in self.game.moves(position).items() if self.game.key(child) == after)

    def known_moves(self, position):
        """{move: Answer} of those moves of which something is known."""
        found = super().known_moves(position)
        for name in () if self.cyclic else self.moves_of_row(position):
            if name not in found or found[name].value is None:
                found[name] = self.look_up(position)
        return found

    def best(self, position, answer):
        """The moves after which the certificate promises no less than the value, and that of its own row, which may be a plan;
        none where it has no value."""
        if answer.value is None:
            return ()
        known = dict.fromkeys(self.game.moves(position), Answer(bounds=(Value.LOSS, Value.WIN))) | self.known_moves(position)
        return tuple(sorted(name for name, move in known.items()
                            if (move.bounds[0] if move.value is None else move.value) >= answer.value))

    def __iter__(self):
        """(strategy, position, kind, numbers) of each row; of a game that cycles the kind is "move" and the numbers are
        the move's number and, in `won`, the rank."""
        for name in ("first", "second", "held", "won"):
            if name not in self.file:
                continue
            group = self.file[name]
            keys = Keys(group["key"][()]) if "key" in group else None
            for i, (kind, numbers) in enumerate(self.rows(group)):
                yield name, self.game.from_key(keys[i]) if keys else self.game.start, kind, numbers

    def rows(self, group):
        if "kind" not in group:
            parts = [group[name][()].tolist() for name in ("move", "rank") if name in group]
            return [("move", list(row)) for row in zip(*parts)]
        ends = numpy.cumsum(group["size"][()], dtype=int).tolist()
        numbers = group["number"][()].tolist()
        return [(self.kinds[kind] if kind < len(self.kinds) else str(kind), numbers[start:end])
                for kind, start, end in zip(group["kind"][()].tolist(), [0] + ends, ends)]

    def columns(self):
        rows = [(name, self.game.text(position), kind, " ".join(map(str, numbers))) for name, position, kind, numbers in self]
        return {name: [row[i] for row in rows] for i, name in enumerate(("strategy", "position", "kind", "numbers"))}

    def statistics(self):
        """{strategy: Counter of kinds}"""
        found = {}
        for name, _, kind, _ in self:
            found.setdefault(name, collections.Counter())[kind] += 1
        return found
