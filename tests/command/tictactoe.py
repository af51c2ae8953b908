"""Tic-tac-toe by brute force, for comparison: values, distances and the moves that keep them."""
import functools
import random

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def over(moves):
    """None while the game goes on, else -1 or 0 for the side to move."""
    for line in LINES:
        if all(cell in moves[(len(moves) + 1) % 2::2] for cell in line):
            return -1
    return 0 if len(moves) == 9 else None


@functools.lru_cache(None)
def _solve(first, second):
    """(value, plies to the end) for the side to move, who has the stones `first`."""
    if any(all(cell in second for cell in line) for line in LINES):
        return -1, 0
    empty = [cell for cell in range(9) if cell not in first and cell not in second]
    if not empty:
        return 0, 0
    return max((from_child(_solve(second, first | {cell})) for cell in empty), key=rank)


def from_child(result):
    return -result[0], result[1] + 1


def rank(result):
    """Order of preference: sooner wins, then draws, then later losses."""
    value, plies = result
    return (value, -plies if value > 0 else plies if value < 0 else 0)


def solve(moves):
    mine, theirs = moves[len(moves) % 2::2], moves[(len(moves) + 1) % 2::2]
    return _solve(frozenset(mine), frozenset(theirs))


def children(moves):
    """name -> (value, plies) of each move for the side that makes it."""
    if over(moves) is not None:
        return {}
    return {CELLS[cell]: from_child(solve(moves + (cell,))) for cell in range(9) if cell not in moves}


def score(result):
    value, plies = result
    return f"{'-' if value < 0 else ''}{plies}" if value else "0"


def text(moves):
    return " ".join(CELLS[cell] for cell in moves)


def some_positions(count, seed=1):
    """Games broken off anywhere, finished ones among them."""
    generator = random.Random(seed)
    found = []
    for _ in range(count):
        moves = ()
        for _ in range(generator.randrange(10)):
            if over(moves) is not None:
                break
            moves += (generator.choice([cell for cell in range(9) if cell not in moves]),)
        found.append(moves)
    return found


NAMES = {-1: "loss", 0: "draw", 1: "win"}


def check_probe(case, file, seed, unfinished):
    """Are the scores and moves that `file` has for 300 positions those of brute force? (unfinished: these alone are in it)"""
    positions = [moves for moves in some_positions(300, seed) if not unfinished or over(moves) is None]
    name = case.write("positions", "".join(text(moves) + "\n" for moves in positions))
    lines = case.ok("probe", file, "--positions", name).lines
    case.assertEqual(len(lines), len(positions))
    for line, moves in zip(lines, positions):
        expected = solve(moves)
        best = sorted(move for move, worth in children(moves).items() if rank(worth) == rank(expected))
        case.assertEqual(line, [text(moves) or "-", NAMES[expected[0]], score(expected), " ".join(best) or "-"])
