#!/usr/bin/env python3
"""A second checker, which shares nothing with the first but zermelo-files(5).

    zermelo export FILE.h5 --format text -o FILE.txt
    check_certificate.py FILE.txt

Prints the fields of zermelo-check and ends with its exit codes. Plain and slow.
"""
import functools, itertools, os, re, sys, time
from collections import Counter, namedtuple

Row = namedtuple("Row", "name text kind numbers after player bound small_nodes")

def require(condition, reason):
    if not condition:
        raise AssertionError(reason)

def mover_of(position):
    return position[0].bit_count() - position[1].bit_count()

def cells_of(bits):
    while bits:
        yield bits.bit_length() - 1
        bits &= ~(1 << bits.bit_length() - 1)

class Alignment:
    """m,n,k-games and Connect Four. A position is two sets of cells, as bits, of the first and the second player."""
    def __init__(self, game, board, rules):
        self.cyclic, self.gravity, self.rules = False, game == "connect4", rules
        number = r"([1-9]\d{0,8})"
        sizes = re.fullmatch(f"{number}x{number}" if self.gravity else f"{number},{number},{number}", board, re.ASCII)
        require(sizes and rules in ("standard", "exact", "maker-breaker")[:1 if self.gravity else 3], "no such board or rules")
        self.columns, self.rows, self.length = wide, high, length = (*map(int, sizes.groups()), 4)[:3]
        require(wide <= 35 and wide * (high + 1) <= 128 if self.gravity else max(wide, high) <= 128, "no such board")
        self.cells = wide * high
        self.full_board, self.winners = ((-1, 1), [0]) if rules == "maker-breaker" else ((0, 0), [0, 1])
        self.full, self.lines = (1 << self.cells) - 1, []  # of a line: bits of cells, bits of the cells at both ends
        self.bottom = (1 << wide) - 1 if self.gravity else self.full  # where a stone needs none below it
        for right, up, first in ((*way, c) for way in ((1, 0), (0, 1), (1, 1), (-1, 1)) for c in range(self.cells)):
            x, y = first % wide, first // wide
            if 0 <= x + (length - 1) * right < wide and y + (length - 1) * up < high:
                places = [(x + i * right, y + i * up) for i in range(-1, length + 1)]
                before, *cells, beyond = [v * wide + u if 0 <= u < wide and 0 <= v < high else -1 for u, v in places]
                ends = sum(1 << c for c in (before, beyond) if c >= 0) if rules == "exact" else 0
                self.lines.append((sum(1 << c for c in cells), ends))
        self.order = sorted(range(self.cells), key=lambda c: (abs(2 * (c % wide) + 1 - wide), c % wide) if self.gravity else (
            abs(2 * (c % wide) + 1 - wide) + abs(2 * (c // wide) + 1 - high), c))
        self.images = [list(range(self.cells))]
        mirrors = [lambda c: c - c % wide + wide - 1 - c % wide, lambda c: (high - 1 - c // wide) * wide + c % wide,
                   lambda c: c % wide * wide + c // wide]  # columns, rows, and both exchanged
        for mirror in mirrors[:1 if self.gravity else 3 if wide == high else 2]:
            self.images += [[mirror(c) for c in image] for image in self.images]
    def parse(self, text):
        marks = list(enumerate("".join(text.split("/")[::-1])))
        require(re.fullmatch("/".join([f"[.xo]{{{self.columns}}}"] * self.rows), text), "is no position")
        first, second = position = [sum(1 << c for c, mark in marks if mark == player) for player in "xo"]
        require(mover_of(position) in (0, 1) and not (self.gravity and (first | second) >> self.columns & ~(first | second))
                and 0 not in self.lacking(position, mover_of(position)), "is no position")
        return first, second
    def canonical(self, position):
        stones = [(c, player) for player in (0, 1) for c in range(self.cells) if position[player] >> c & 1]
        return str(min(sorted((image[c], player) for c, player in stones) for image in self.images))
    def lacking(self, position, player):
        """What that player lacks of the rows that would win for him."""
        return {bits & ~position[player] for bits, _ in self.open_lines(position, player) if player in self.winners}
    def places(self, position):
        taken = position[0] | position[1]
        free = self.full & ~taken & (taken << self.columns | self.bottom)
        return [c for c in self.order if free >> c & 1]
    def wins(self, position, player):
        """The cells where that player completes a row."""
        lacking = self.lacking(position, player)
        return [c for c in self.places(position) if 1 << c in lacking]
    def place(self, position, cell):
        return tuple(stones | (player == mover_of(position)) << cell for player, stones in enumerate(position))
    def moves(self, position):
        return {c % self.columns if self.gravity else c: self.place(position, c) for c in self.places(position)}
    def ending(self, position):
        """1, 0, -1 for the side to move; None: the game goes on."""
        over = self.full_board[mover_of(position)] if position[0] | position[1] == self.full else None
        return -1 if 0 in self.lacking(position, 1 - mover_of(position)) else over
    def worth(self, scores, outcome, stones):
        return outcome * (1 if not scores else (self.cells + 2 - stones) // 2 if self.gravity else self.cells + 1 - stones)
    def open_lines(self, position, player):
        return [line for line in self.lines if not line[0] & position[1 - player] and not line[1] & position[player]]
    def search(self, row, root, player, enough, most, planned):
        counter, met, full = itertools.count(1), set(), enough(self.full_board[player], self.cells)
        def node(position):
            mover, stones = mover_of(position), sum(map(int.bit_count, position))
            by_plan = planned and mover == player
            supported = by_plan and position != root and (row.name, self.canonical(position)) in self.row_of
            if supported or (planned and position in met):
                return True
            require(by_plan or next(counter) <= most, "takes too many nodes")
            met.update([] if by_plan else [position])
            if self.wins(position, mover) or stones + 1 == self.cells:
                return enough(1 if mover == player else -1, stones + 1) if self.wins(position, mover) else full
            needed = player if row.bound > 0 else 1 - player  # whose open lines the bound depends on
            if not planned and self.rules != "maker-breaker" and row.bound >= 0 and not self.open_lines(position, needed):
                return needed != player
            urgent, places = self.wins(position, 1 - mover), self.places(position)
            chosen = urgent[:1] or ([c for c in row.numbers if c in places][:1] if by_plan else places)
            after = (node(self.place(position, c)) for c in chosen)
            return any(after) if mover == player else (not urgent or enough(1, stones + 2)) and all(after)
        require(node(root), "does not reach the bound")
        return next(counter) - 1
    def small(self, row, position, player, enough):
        require(not row.numbers, "has numbers that mean nothing")
        return self.search(row, position, player, enough, row.small_nodes, False)
    def plan(self, row, position, player, enough):
        return self.search(row, position, player, enough, 4096, True)
    threats = plan
    def tiles(self, position, player, enough, tiles):
        @functools.cache
        def meets_all(sets):  # with the other side to move; what is empty of sets that are not met yet
            cells = [1 << c for c in range(12) if any(s >> c & 1 for s in sets)]
            return 0 not in sets and all(any(meets_all(frozenset(s & ~cell for s in sets if not s & answer))
                                             for answer in cells if answer != cell) for cell in cells)
        used, taken, through = 0, position[0] | position[1], [[] for _ in range(self.cells)]  # its cell: lines
        lines = dict(enumerate(bits for bits, _ in self.open_lines(position, 1 - player)))
        for number, bits in lines.items():
            for c in cells_of(bits):
                through[c].append(number)
        require(enough(self.full_board[player], self.cells) and not self.gravity, "needs more than a full board")
        for cells, sets in tiles:
            tile = sum(1 << c for c in {*cells} & {*range(self.cells)})
            require(1 < tile.bit_count() == len(cells) <= 12 and len(sets) <= 64 and not any(s >> len(cells) for s in sets)
                    and not tile & used, "has no such tile")
            used |= tile
            theirs, own = (sum((position[who] >> c & 1) << i for i, c in enumerate(cells)) for who in (1 - player, player))
            require(meets_all(frozenset(s & ~theirs for s in sets if not s & own)), "has a tile where it cannot meet all sets")
            for number in {number for c in cells for number in through[c]} & lines.keys():
                if any(all(lines[number] >> c & 1 for i, c in enumerate(cells) if s >> i & 1) for s in sets):
                    del lines[number]
        weight = {number: max(1 << 60 >> (bits & ~used & ~position[1 - player]).bit_count(), 1) for number, bits in lines.items()}
        most = max((sum(weight.get(number, 0) for number in through[c]) for c in range(self.cells)
                    if not (taken | used) >> c & 1 and mover_of(position) != player), default=0)
        require(sum(weight.values()) + most < 1 << 60, "leaves a potential of 1 or more")
    def pairing(self, row, position, player, enough):
        require(len(row.numbers) % 2 == 0, "has half a pair")
        self.tiles(position, player, enough, [(pair, [3]) for pair in zip(row.numbers[::2], row.numbers[1::2])])
    def tiling(self, row, position, player, enough):
        numbers, tiles = row.numbers, []
        while numbers:
            count, size = numbers[0], numbers[numbers[0] + 1:numbers[0] + 2]
            tiles.append((numbers[1:count + 1], numbers[count + 2:][:sum(size)]))
            require(size == [len(tiles[-1][1])] and len(tiles[-1][0]) == count, "has a tile that is cut off")
            numbers = numbers[count + 2 + sum(size):]
        self.tiles(position, player, enough, tiles)
    def stealing(self, row, position, player, _):
        require(not self.gravity and self.rules == "standard" and position == (0, 0) and player == 0
                and row.bound <= 0 and not row.numbers, "is no empty board on which a strategy can be stolen")

class Draughts:
    """Italian draughts. A position is a tuple of squares as the side to move sees them, its own pieces positive."""
    def __init__(self, _, board, rules):
        require(board in ("4x4", "6x6", "8x8") and rules in ("official", "seed"), "no such board or rules")
        self.cyclic, self.size, self.fourth, self.canonical = True, int(board[0]), rules == "official", tuple
        self.half, self.squares = self.size // 2, self.size * self.size // 2
    def parse(self, text):
        parts, cells = re.fullmatch(r"([WB]):W([K\d,]*):B([K\d,]*)", text), [0] * self.squares
        require(parts, "is no position")
        for sign, piece in [(sign, p) for sign, side in ((1, parts[2]), (-1, parts[3])) for p in side.split(",") if side]:
            square = int(piece.strip("K") or 0) - 1
            require(0 <= square < self.squares and not cells[square], "is no position")
            cells[square] = sign * (2 if piece[0] == "K" else 1)
        require(any(cells) and 1 not in cells[:self.half] and -1 not in cells[-self.half:], "is no position")
        return tuple(cells if parts[1] == "W" else [-piece for piece in reversed(cells)])
    def steps(self, piece, square):
        """The squares next to it where such a piece goes, and those behind them, or -1."""
        row, column = square // self.half, 2 * (square % self.half) + square // self.half % 2
        return [[(y * self.size + x) // 2 if 0 <= y < self.size and 0 <= x < self.size else -1
                 for y, x in ((row + down, column + right), (row + 2 * down, column + 2 * right))]
                for right in (-1, 1) for down in (-1, 1)[:piece]]
    def walks(self, cells, here, taken):
        """Steps and sequences of jumps: their worth (6.6 to 6.9 of the rules), what is taken, the end, the board."""
        kings = [cells[square] == -2 for square in taken]
        if taken:
            yield (len(taken), cells[here] == 2, sum(kings), kings if self.fourth else []), taken, here, cells
        for over, to in self.steps(cells[here], here):
            jumps = to >= 0 and cells[to] == 0 and -cells[here] <= cells[over] < 0 and over not in taken
            if jumps or (over >= 0 and cells[over] == 0 and not taken):
                after = list(cells)
                after[here], after[to if jumps else over] = 0, cells[here]
                yield from self.walks(after, to, taken + [over]) if jumps else [((0,), [], over, after)]
    def moves(self, position):
        found = [walk for s, piece in enumerate(position) if piece > 0 > min(position) for walk in self.walks([*position], s, [])]
        best = max((walk[0] for walk in found), default=())
        boards = [[0 if s in taken else 2 if s == to < self.half else piece for s, piece in enumerate(cells)]
                  for worth, taken, to, cells in found if worth == best]
        return {tuple(-piece for piece in reversed(board)) for board in boards}
    def ending(self, position):
        return 1 if min(position) >= 0 else None if self.moves(position) else -1

class Certificate:
    def __init__(self, lines):
        fields = [line.rstrip("\n").split("\t") for line in lines]
        head = {name: value for name, value, *_ in fields}
        require(fields[0] == ["zermelo-certificate", "1"] and "claim" in head and "tables" not in head,
                "of another form, or it claims nothing, or it rests on endgame tables, which are not read here")
        game, board, rules, self.scores = head["game"], head["board"], head["rules"], head["scores"] == "yes"
        self.game = {"mnk": Alignment, "connect4": Alignment, "draughts": Draughts}[game](game, board, rules)
        require(self.game.cyclic or not any(words[2:3] == ["upwards"] for words in fields), "it has a row of the kind upwards, "
                "which is no longer checked: zermelo certificate shrink proves its position anew")
        self.title = f"{game}:{board},{rules}"
        self.claims = [(*words[:2], int(words[2])) for words in fields if words[0] == "claim"]
        self.bound = {words[1]: int(words[2]) for words in fields if words[0] == "bound"}
        self.names, self.row_of, self.counts = ("held", "won") if self.game.cyclic else ("first", "second"), {}, Counter()
        self.game.row_of = self.row_of  # plans may rest on rows
        self.rows = [Row(*words[:3], [int(n) for n in words[3].split()] if words[3] != "-" else [], words[-1],
                         self.names.index(words[0]), None if self.game.cyclic else self.bound[words[0]],
                         int(head.get("small_nodes", 0))) for words in fields if words[0] in ("first", "second", "held", "won")]
    def covered(self, position, player, bound, replies=True):
        """Is the game over and good enough, has the position a row, or have all after the moves of the other side?"""
        ending, sign = self.game.ending(position), 1 if mover_of(position) == player else -1
        if ending is not None:
            return self.game.worth(self.scores, ending * sign, sum(map(int.bit_count, position))) >= bound
        return (self.names[player], self.game.canonical(position)) in self.row_of or (replies and sign < 0 and all(
            self.covered(after, player, bound, False) for after in self.game.moves(position).values()))
    def secured(self, positions, name, rank):
        """Cyclic: is each in the set, in `won` with a smaller rank, or over and won by its side to move?"""
        return all(self.game.ending(position) == 1 if row is None else name == "held" or row.numbers[0] < rank
                   for position, row in [(each, self.row_of.get((name, each))) for each in positions])
    def enter(self, row):
        key = row.name, self.game.canonical(self.game.parse(row.text))
        require(key not in self.row_of and (not self.game.cyclic or len(row.numbers) == (row.name == "won")),
                "stands there twice, or has no rank")
        self.row_of[key] = row
    def check_row(self, row):
        game, position = self.game, self.game.parse(row.text)
        require(game.ending(position) is None, "is the end of a game and needs no row")
        if game.cyclic:
            after = game.parse(row.after)
            require(row.kind == "move" and after in game.moves(position), "has no such move")
            self.counts["finished"] += game.ending(after) is not None
            require(game.ending(after) == -1 or (game.ending(after) is None and self.secured(
                game.moves(after), row.name, (row.numbers or [0])[0])), "has a move with a reply that is not covered")
        elif row.kind == "move":
            after = [after for number, after in game.moves(position).items() if [number] == row.numbers]
            require(mover_of(position) == row.player and after and self.covered(after[0], row.player, row.bound),
                    "names a move that is not legal, or has a reply that is not covered")
        else:
            require(row.kind in "small pairing threats stealing plan tiling".split(), "is of an unknown kind")
            self.counts["nodes"] += getattr(game, row.kind)(
                row, position, row.player, lambda end, stones: game.worth(self.scores, end, stones) >= row.bound) or 0
            self.counts[row.kind] += 1
    def check_claim(self, claim):
        game, position, value = self.game, self.game.parse(claim[1]), claim[2]
        ending, holds = game.ending(position), self.scores or value in (-1, 0, 1)
        if game.cyclic:
            name, limit, moves = "won" if value else "held", 1 << 16, game.moves(position)
            holds = value == ending if ending is not None else holds and not self.scores and (
                value == -1 or self.secured([position], name, limit)) and (value == 1 or self.secured(moves, name, limit))
        elif ending is not None:
            holds = game.worth(self.scores, ending, sum(map(int.bit_count, position))) == value
        else:
            for player, least in ((mover_of(position), value), (1 - mover_of(position), -value)):
                bound = self.bound.get(self.names[player], -10 ** 9)
                holds &= (least == -1 and not self.scores) or (bound >= least and self.covered(position, player, bound))
        require(holds, "does not have the value that is claimed")
    def check(self):
        """The first position that fails and why, or None."""
        for step, items in ((self.enter, self.rows), (self.check_row, self.rows), (self.check_claim, self.claims)):
            for item in items:
                try:
                    step(item)
                except AssertionError as wrong:
                    return f"{item[1]} {wrong}"

def main(words):
    begun = time.monotonic()
    if len(words) != 1 or words[0].startswith("-"):
        print(__doc__.strip(), file=sys.stdout if words == ["--help"] else sys.stderr)
        return 0 if words == ["--help"] else 64
    try:
        with open(words[0], encoding="utf-8-sig") as file:
            certificate = Certificate(file)
    except (OSError, AssertionError, ValueError, KeyError, IndexError) as error:
        print(f"check_certificate.py: {words[0]}: it is no certificate as text: {error}", file=sys.stderr)
        return 66 if isinstance(error, OSError) else 65
    wrong = certificate.check()
    claims = "; ".join(f"{text} has the value {value}" for _, text, value in certificate.claims)
    leaves = " ".join(f"{kind} {count}" for kind, count in certificate.counts.items() if count) or "-"
    print(f"{certificate.title}: {claims}", len(certificate.rows), leaves, f"{time.monotonic() - begun:.3f}",
          wrong or "accepted", sep="\t")
    return 1 if wrong else 0

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) or sys.stdout.flush())
    except OSError:
        os._exit(74)
