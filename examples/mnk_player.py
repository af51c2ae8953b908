#!/usr/bin/env python3
"""A player of any m,n,k-game in the protocol of Gomocup with its extension `INFO line K`: a pattern for your own.
It wins if it can, stops a win, and else takes the cell beside stones that lengthens most rows; see README.md."""
import sys

columns, rows, line, owner = 15, 15, 5, {}  # owner: 1 for our stones, 2 for the other's, by (x, y)


def run(cell, who):
    """The longest row that a stone of `who` on the cell would be part of."""
    longest = 1
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        length = 1
        for way in 1, -1:
            x, y = cell[0] + way * dx, cell[1] + way * dy
            while owner.get((x, y)) == who:
                length, x, y = length + 1, x + way * dx, y + way * dy
        longest = max(longest, length)
    return longest


def choose():
    """This function is the player: replace it by yours."""
    near = {(x + dx, y + dy) for x, y in owner for dx in (-1, 0, 1) for dy in (-1, 0, 1)} or {(columns // 2, rows // 2)}
    free = [(x, y) for x, y in near if 0 <= x < columns and 0 <= y < rows and (x, y) not in owner]
    def worth(cell):
        own, other = run(cell, 1), run(cell, 2)
        return own >= line, other >= line, own + other, -abs(2 * cell[0] + 1 - columns) - abs(2 * cell[1] + 1 - rows), cell
    return max(free, key=worth)


def move():
    cell = choose()
    owner[cell] = 1
    print(f"{cell[0]},{cell[1]}", flush=True)


for text in iter(sys.stdin.readline, ""):
    word, *rest = text.replace(",", " ").split() or [""]
    if word in ("START", "RECTSTART", "RESTART"):
        columns, rows = (int(rest[0]), int(rest[-1])) if rest else (columns, rows)
        owner.clear()
        print("OK", flush=True)
    elif word == "INFO" and rest[:1] == ["line"]:
        line = int(rest[1])
        print("OK", flush=True)  # of all INFO only this one is answered
    elif word == "BOARD":
        owner.clear()
        while (text := sys.stdin.readline().strip()) != "DONE":
            x, y, who = map(int, text.split(","))
            owner[x, y] = who
        move()
    elif word in ("BEGIN", "TURN"):
        owner.update({tuple(map(int, rest)): 2} if rest else {})
        move()
    elif word == "ABOUT":
        print('name="mnk_player", version="1", author="the Zermelo developers", country="-"', flush=True)
    elif word == "END":
        break
