"""The rules and the text of positions, as zermelo's manual pages describe them, for what is looked up in files.

A game has these methods; a position is a value that is never changed and may be a key of a dictionary:

    distance (value, score, plies)  plies to the end of a position that is won or lost, from the score that `solve --score` prints
    position (text)     from moves, or in draughts also from a FEN; ValueError with one line if it is none
    text (position)     a text that position() reads: in games of stones, some moves that lead there
    moves (position)    {move as text: position after it}; empty if the game is over
    outcome (position)  1, 0 or -1 for the side to move; None: the game goes on
    key (position)      the canonical position as bytes, as files hold it (zermelo-files, POSITIONS AS BYTES)
    from_key (bytes)    the position of a key, or of any packed position
    named (position, numbers)  which moves of `position` the numbers in a book's mask stand for, as texts
"""
import functools
import re

WIN, DRAW, LOSS = 1, 0, -1


ALIASES = {"tictactoe": "mnk:3,3,3", "gomoku": "mnk:15,15,5", "connect4": "connect4:7x6", "forza4": "connect4:7x8",
           "draughts": "draughts:8x8"}


def game(title):
    """The game of a title: "connect4:7x6", "mnk:15,15,5,exact", "draughts:8x8", "draughts:6x6,rules=seed"."""
    title = ALIASES.get(title, title)
    name, _, board = title.partition(":")
    board, _, rules = board.partition(",rules=")
    parts = board.split(",")
    if name == "mnk" and len(parts) == 4:
        board, rules = ",".join(parts[:3]), parts[3]
    return of(name, board, rules or ("official" if name == "draughts" else "standard"))


@functools.lru_cache(maxsize=16)
def of(name, board, rules):
    """The game of a file's attributes game, board and rules."""
    makers = {"mnk": Alignment, "connect4": ConnectFour, "draughts": Draughts}
    if name not in makers:
        raise ValueError(f"unknown game '{name}': one of {', '.join(makers)}")
    return makers[name](board, rules)


class Alignment:
    """m,n,k-games. A position is two sets of cells, as bits, of the first and the second player."""
    name = "mnk"

    def __init__(self, board, rules="standard"):
        self.board, self.rules = board, rules
        self.title = f"{self.name}:{board}" + ("" if rules == "standard" else "," + rules)
        sizes = re.fullmatch(self.form, board)
        if not sizes or rules not in self.variants:
            raise ValueError(f"{self.title}: no such board or rules")
        self.columns, self.rows, self.length = (list(map(int, sizes.groups())) + [4])[:3]
        self.cells = self.columns * self.rows
        self.full = (1 << self.cells) - 1
        self.lines = [[] for _ in range(self.cells)]  # through a cell: bits of the others, bits just beyond the ends
        wide, high = self.columns, self.rows
        for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for cell in range(self.cells):
                spots = [(cell % wide + i * right, cell // wide + i * up) for i in range(-1, self.length + 1)]
                before, *line, beyond = [y * wide + x if 0 <= x < wide and 0 <= y < high else None for x, y in spots]
                if None not in line:
                    ends = sum(1 << c for c in (before, beyond) if c is not None) if rules == "exact" else 0
                    for c in line:
                        self.lines[c].append((sum(1 << other for other in line if other != c), ends))
        self.all_lines = {(1 << c | others, ends) for c, through in enumerate(self.lines) for others, ends in through}
        self.images = [list(range(self.cells))]
        for mirror in self.mirrors():
            self.images += [[mirror(c) for c in image] for image in self.images]
        self.start = (0, 0)

    form, variants = r"(\d+),(\d+),(\d+)", ("standard", "exact", "maker-breaker")

    def mirrors(self):
        wide, high = self.columns, self.rows
        yield lambda c: c - c % wide + wide - 1 - c % wide
        yield lambda c: (high - 1 - c // wide) * wide + c % wide
        if wide == high:
            yield lambda c: c % wide * wide + c // wide

    def cell_of(self, position, move):  # a stone of this move lies there
        return move

    def name_of(self, move):
        column, name = move % self.columns, ""
        while column >= 0:
            name, column = chr(97 + column % 26) + name, column // 26 - 1
        return f"{name}{move // self.columns + 1}"

    def numbers(self, position):
        """The numbers of all moves, whether or not the game is over."""
        taken = position[0] | position[1]
        return [c for c in range(self.cells) if not taken >> c & 1]

    def is_free(self, position, number):
        """Is it a move, whether or not the game is over?"""
        return not (position[0] | position[1]) >> number & 1

    def read(self, text):
        """The moves of a text, each a number and how it was written."""
        for word in text.split():
            if word in self.cell_of_name:
                yield self.cell_of_name[word], word
                continue
            if re.fullmatch(r"\d+,\d+", word):
                column, row = map(int, word.split(","))
                yield (row * self.columns + column if column < self.columns and row < self.rows else None), word
                continue
            for part in re.findall(r"[A-Za-z]+\d+|.+", word):
                cell = re.fullmatch(r"([a-z]+)(\d+)", part.lower())
                column = functools.reduce(lambda n, c: 26 * n + ord(c) - 96, cell[1], 0) - 1 if cell else self.columns
                inside = column < self.columns and 1 <= int(cell[2]) <= self.rows
                yield (int(cell[2]) - 1) * self.columns + column if inside else None, part

    @staticmethod
    def mover(position):
        return position[0].bit_count() - position[1].bit_count()

    def completes(self, position, player, cell):
        """Is the stone of that player on a cell in a row that wins?"""
        own = position[player]
        return (self.rules, player) != ("maker-breaker", 1) and any(
            own & others == others and not own & ends for others, ends in self.lines[cell])

    def has_row(self, position, player):
        own = position[player]
        return (self.rules, player) != ("maker-breaker", 1) and own.bit_count() >= self.length and any(
            own & line == line and not own & ends for line, ends in self.all_lines)

    def outcome(self, position):
        mover = self.mover(position)
        if self.has_row(position, 1 - mover):
            return LOSS
        if position[0] | position[1] == self.full:
            return DRAW if self.rules != "maker-breaker" else WIN if mover else LOSS
        return None

    def planned(self, position, cells):
        """The move of a plan (zermelo-files, CERTIFICATE FILES): win, or block, or the first of the cells that is free; or None."""
        at = {self.cell_of(position, number): number for number in self.numbers(position)}
        mover = self.mover(position)
        for player in (mover, 1 - mover):
            for cell, number in at.items():
                if self.completes(position, player, cell):
                    return number
        return next((at[cell] for cell in cells if cell in at), None)

    def play(self, position, number):
        bit, mover = 1 << self.cell_of(position, number), self.mover(position)
        return (position[0] | bit, position[1]) if mover == 0 else (position[0], position[1] | bit)

    def position(self, text):
        position, over = self.start, self.cells == 0
        for count, (number, shown) in enumerate(self.read(text), 1):
            if over:
                raise ValueError(f"move {count} ({shown}): the game is over")
            if number is None or not self.is_free(position, number):
                raise ValueError(f"move {count} ({shown}): {'not on the board' if number is None else 'not possible there'}")
            cell = self.cell_of(position, number)
            position = self.play(position, number)
            over = self.completes(position, 1 - self.mover(position), cell)
        return position

    def moves(self, position):
        if self.outcome(position) is not None:
            return {}
        return {self.name_of(number): self.play(position, number) for number in self.numbers(position)}

    def text(self, position):
        order = self.order(position)
        return self.separator.join(map(self.name_of, order)) if order is not None else None

    separator = " "

    def order(self, position):
        """Moves that lead to a position, with no row on the way that wins; None if there are none."""
        def back(position):
            if position == self.start:
                return []
            last = 1 - self.mover(position)
            for number, cell in self.lifted(position, last):
                before = tuple(side & ~(1 << cell) for side in position)
                if before not in tried and self.outcome(before) is None:
                    tried.add(before)
                    found = back(before)
                    if found is not None:
                        return found + [number]
            return None
        tried = set()
        return back(position)

    def lifted(self, position, player):
        """The moves of a player that may have been the last one, with their cells."""
        return [(c, c) for c in range(self.cells - 1, -1, -1) if position[player] >> c & 1]

    @functools.cached_property
    def cell_of_name(self):
        return {self.name_of(cell): cell for cell in range(self.cells)}

    @functools.cached_property
    def weights(self):
        """For each image and cell: what a stone of the side to move adds to the packed number."""
        padding = -2 * self.cells % 8
        return [[1 << 2 * (self.cells - 1 - c) + padding for c in image] for image in self.images]

    @property
    def key_bytes(self):
        return (self.cells + 3) // 4

    @functools.lru_cache(maxsize=64)  # one look-up asks for it several times
    def packed(self, position):
        """The packed position of each image, as numbers."""
        mover = self.mover(position)
        cells = [(c, 2 - (position[mover] >> c & 1)) for c in range(self.cells) if (position[0] | position[1]) >> c & 1]
        return [sum(weight[c] * stone for c, stone in cells) for weight in self.weights]

    def key(self, position):
        return min(self.packed(position)).to_bytes(self.key_bytes, "big")

    def from_key(self, key):
        number, sides = int.from_bytes(key, "big") >> -2 * self.cells % 8, [0, 0, 0]
        for cell in range(self.cells - 1, -1, -1):
            sides[number & 3] |= 1 << cell
            number >>= 2
        return self.as_players(sides[1], sides[2])

    @staticmethod
    def as_players(own, other):
        return (own, other) if own.bit_count() == other.bit_count() else (other, own)

    def named(self, position, numbers):
        packed = self.packed(position)
        least, numbers, possible = min(packed), set(numbers), self.numbers(position)
        found = {number for image, value in zip(self.images, packed) if value == least
                 for number in possible if self.image_of(image, number) in numbers}
        return sorted(map(self.name_of, found))

    def image_of(self, image, number):
        return image[number]

    def score(self, value, distance, plies):
        """What `solve --score` prints, from plies to the end."""
        return value * distance

    def distance(self, value, score, plies):
        return abs(score)


class ConnectFour(Alignment):
    """Connect Four; a move is a column from 0."""
    name, form, variants, separator = "connect4", r"(\d+)x(\d+)", ("standard",), ""

    def mirrors(self):
        yield lambda c: c - c % self.columns + self.columns - 1 - c % self.columns

    @functools.cached_property
    def first_column(self):
        return sum(1 << y * self.columns for y in range(self.rows))

    def heights(self, position):
        taken, column = position[0] | position[1], self.first_column
        return [(taken >> x & column).bit_count() for x in range(self.columns)]

    def cell_of(self, position, move):
        return ((position[0] | position[1]) >> move & self.first_column).bit_count() * self.columns + move

    def numbers(self, position):
        top = (position[0] | position[1]) >> (self.rows - 1) * self.columns
        return [x for x in range(self.columns) if not top >> x & 1]

    def is_free(self, position, number):
        return not (position[0] | position[1]) >> (self.rows - 1) * self.columns + number & 1

    def name_of(self, move):
        return "123456789abcdefghijklmnopqrstuvwxyz"[move]

    def read(self, text):
        for letter in text.replace(" ", "").lower():
            column = "123456789abcdefghijklmnopqrstuvwxyz".find(letter)
            yield column if 0 <= column < self.columns else None, letter

    def lifted(self, position, player):
        tops = ((x, (height - 1) * self.columns + x) for x, height in enumerate(self.heights(position)) if height > 0)
        return [(x, cell) for x, cell in tops if position[player] >> cell & 1]

    @property
    def key_bytes(self):
        return (self.columns * (self.rows + 1) + 7) // 8

    @functools.cached_property
    def closed_up(self):
        """Cells of the first column as bits side by side: filled as they are asked for."""
        return {}

    def column_of(self, cells):
        if cells not in self.closed_up:
            self.closed_up[cells] = sum((cells >> y * self.columns & 1) << y for y in range(self.rows))
        return self.closed_up[cells]

    @functools.lru_cache(maxsize=64)
    def packed(self, position):
        own, column = position[self.mover(position)], self.first_column
        columns = [1 << height | self.column_of(own >> x & column) for x, height in enumerate(self.heights(position))]
        return [sum(column << x * (self.rows + 1) for x, column in enumerate(side)) for side in (columns, columns[::-1])]

    def from_key(self, key):
        number, sides = int.from_bytes(key, "big"), [0, 0]
        for x in range(self.columns):
            column = number >> x * (self.rows + 1) & (1 << self.rows + 1) - 1
            for y in range(column.bit_length() - 1):
                sides[1 - (column >> y & 1)] |= 1 << y * self.columns + x
        return self.as_players(*sides)

    def image_of(self, image, number):
        return image[number] % self.columns

    def score(self, value, distance, plies):
        return value * ((self.cells + 2 - plies - distance) // 2)

    def distance(self, value, score, plies):
        most = self.cells + 2 - plies - 2 * abs(score)  # or one less: who wins makes the last move
        return most - ((most % 2 == 1) != (value == WIN))


class Draughts:
    """Italian draughts. A position is whether Black is to move, and the squares from 1 as White sees them: 0 empty,
    1 a man, 2 a king, White's positive and Black's negative."""
    name = "draughts"

    def __init__(self, board, rules="official"):
        self.board, self.rules = board, rules
        self.title = f"draughts:{board}" + ("" if rules == "official" else ",rules=" + rules)
        if board not in ("4x4", "6x6", "8x8") or rules not in ("official", "seed"):
            raise ValueError(f"{self.title}: no such board or rules")
        self.size = int(board[0])
        self.half, self.squares = self.size // 2, self.size * self.size // 2
        men = (self.size // 2 - 1) * self.half
        self.start = (False, (-1,) * men + (0,) * (self.squares - 2 * men) + (1,) * men)
        self.key_bytes = 1 + 3 * ((self.squares + 7) // 8)
        self.steps = [[[(y * self.size + x) // 2 if 0 <= y < self.size and 0 <= x < self.size else None
                        for y, x in ((row + down, column + right), (row + 2 * down, column + 2 * right))]
                       for down in (-1, 1) for right in (-1, 1)]
                      for row, column in ((s // self.half, 2 * (s % self.half) + s // self.half % 2)
                                          for s in range(self.squares))]

    @staticmethod
    def turned(squares):
        return tuple(-piece for piece in reversed(squares))

    def seen(self, position):
        """The squares as the side to move sees them, its own pieces positive."""
        return self.turned(position[1]) if position[0] else position[1]

    def walks(self, cells, path, taken):
        """Steps, and sequences of jumps: rank by the articles 6.6 to 6.9 of the rules, path, pieces taken, board."""
        here = path[-1]
        piece, kings = cells[here], [cells[square] == -2 for square in taken]
        if taken:
            yield (len(taken), piece == 2, sum(kings), kings if self.rules == "official" else []), path, taken, cells
        for over, to in self.steps[here][:2 * piece]:
            jump = to is not None and cells[to] == 0 and -piece <= cells[over] < 0 and over not in taken
            if jump or (over is not None and cells[over] == 0 and not taken):
                after = list(cells)
                after[here], after[to if jump else over] = 0, piece
                if jump:
                    yield from self.walks(after, path + [to], taken + [over])
                else:
                    yield (0,), path + [over], [], after

    def legal(self, position):
        """{(from, to, taken): (paths, squares after)}, squares from 0 as the side to move sees them."""
        seen, found = self.seen(position), []
        if min(seen) < 0:
            for square, piece in enumerate(seen):
                if piece > 0:
                    found += self.walks(list(seen), [square], [])
        best, moves = max((walk[0] for walk in found), default=None), {}
        for rank, path, taken, cells in found:
            if rank == best:
                paths, _ = moves.setdefault((path[0], path[-1], frozenset(taken)), ([], cells))
                paths.append(path)
        return moves

    def number(self, position, square):
        return self.squares - square if position[0] else square + 1

    def slice(self, position):
        """The name of its slice in endgame tables: men and kings of the side to move, men and kings of the other."""
        seen = self.seen(position)
        return ".".join(str(seen.count(piece)) for piece in (1, 2, -1, -2))

    def names(self, position):
        """{move as text: (from, to, taken)}"""
        legal = self.legal(position)
        names = {}
        for (start, end, taken), (paths, _) in legal.items():
            alike = sum(other[:2] == (start, end) for other in legal) > 1
            numbers = [[self.number(position, square) for square in path] for path in paths]
            path = min(numbers) if alike else [self.number(position, start), self.number(position, end)]
            names[("x" if taken else "-").join(map(str, path))] = (start, end, taken)
        return names

    def after(self, position, move):
        start, end, taken = move
        cells = list(self.seen(position))
        piece = cells[start]
        for square in (start, *taken):
            cells[square] = 0
        cells[end] = 2 if end < self.half else piece
        squares = tuple(cells) if not position[0] else self.turned(cells)
        return not position[0], squares

    def moves(self, position):
        return {name: self.after(position, move) for name, move in self.names(position).items()}

    def outcome(self, position):
        if min(self.seen(position)) >= 0:
            return WIN
        return None if self.legal(position) else LOSS

    def position(self, text):
        begins = re.match(r'[\s"]*([^\s"0-9{*$])', text)  # a FEN, rather than moves
        position, rest = self.fen(text) if begins else (self.start, text)
        rest = re.sub(r"\{[^}]*\}|\$\d+|\b\d+\.+", " ", rest)
        for count, word in enumerate(rest.split(), 1):
            if word in ("*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"):
                break
            position = self.after(position, self.move(position, word.rstrip("!?").lower(), count))
        return position

    def move(self, position, word, count):
        path = [int(n) for n in re.split("[-x]", word)] if re.fullmatch(r"\d+([-x]\d+)+", word) else []
        found = [move for move, (paths, _) in self.legal(position).items() if bool(move[2]) == ("x" in word) and any(
            [self.number(position, s) for s in (way if len(path) > 2 else (way[0], way[-1]))] == path for way in paths)]
        if len(found) != 1:
            raise ValueError(f"move {count}: \"{word}\" is {'ambiguous: name all landing squares' if found else 'not legal'}")
        return found[0]

    list_of_pieces = r"((?:K?[0-9]+(?:-[0-9]+)?(?:\s*,\s*K?[0-9]+(?:-[0-9]+)?)*)?)"
    form = re.compile(rf'\s*(?P<quote>")?\s*([WB])\s*:\s*([WB])\s*{list_of_pieces}\s*:\s*([WB])\s*{list_of_pieces}'
                      r'(?:\s*:\s*H[0-9]+)?(?:\s*:\s*F[0-9]+)?\s*\.?\s*(?(quote)")', re.I)  # H, F: counters, on which no value depends

    def fen(self, text):
        """The position of the FEN that the text begins with, and the rest of the text."""
        squares, found = [0] * self.squares, self.form.match(text)
        rest = text[found.end():] if found else ""
        if not found or found[3].upper() == found[5].upper() or (rest and not rest[0].isspace() and found[0][-1] not in ' \t\n"'):
            raise ValueError(f"no FEN: \"{text}\"; one looks like W:W21,K30:B1,K5")
        for colour, pieces in ((found[3].upper(), found[4]), (found[5].upper(), found[6])):
            for king, first, last in re.findall(r"(K?)([0-9]+)(?:-([0-9]+))?", pieces.upper()):
                if last and int(last) < int(first):
                    raise ValueError(f"FEN: the range {first}-{last} runs backwards")
                for number in range(int(first), int(last or first) + 1):
                    self.place(squares, colour, bool(king), number)
        if not any(squares):
            raise ValueError("FEN: there are no pieces")
        return (found[2].upper() == "B", tuple(squares)), rest

    def place(self, squares, colour, king, number):
        if not 1 <= number <= self.squares:
            raise ValueError(f"FEN: square {number} is off the board: squares are 1 to {self.squares}")
        if squares[number - 1]:
            raise ValueError(f"FEN: square {number} is named twice")
        if not king and (number - 1) // self.half == (0 if colour == "W" else self.size - 1):
            raise ValueError(f"FEN: a man of {'White' if colour == 'W' else 'Black'} cannot stand on {number}, where it becomes "
                             f"a king (K{number})")
        squares[number - 1] = (1 if colour == "W" else -1) * (2 if king else 1)

    def text(self, position):
        sides = [",".join(("K" if abs(piece) == 2 else "") + str(s) for s, piece in enumerate(position[1], 1) if piece * sign > 0)
                 for sign in (1, -1)]
        return f"{'B' if position[0] else 'W'}:W{sides[0]}:B{sides[1]}"

    def key(self, position):
        seen, size = self.seen(position), (self.squares + 7) // 8
        planes = [sum(1 << 8 * size - 1 - s for s, piece in enumerate(seen) if suits(piece))
                  for suits in (lambda p: p > 0, lambda p: p < 0, lambda p: abs(p) == 2)]
        return b"\0" + b"".join(plane.to_bytes(size, "big") for plane in planes)

    def from_key(self, key):
        size = (self.squares + 7) // 8
        white, black, kings = (int.from_bytes(key[1 + i * size:1 + (i + 1) * size], "big") for i in range(3))
        bits = [1 << 8 * size - 1 - s for s in range(self.squares)]
        return key[0] == 1, tuple((2 if kings & b else 1) * (1 if white & b else -1 if black & b else 0) for b in bits)

    def named(self, position, numbers):
        same = (False, self.seen(position))  # the canonical position, in which moves have numbers
        order, names = self.names(same), {move: name for name, move in self.names(position).items()}
        return sorted(names[order[name]] for i, name in enumerate(sorted(order)) if i in set(numbers))

    @staticmethod
    def score(value, distance, plies):
        return value * distance

    @staticmethod
    def distance(value, score, plies):
        return abs(score)
