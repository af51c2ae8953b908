#!/usr/bin/env python3
"""Is data/known_values.csv what data/README.md says it is?

    known_values_check.py [FILE]

Silent and 0 if it is; otherwise one line for each fault, with its line number, and 1. It knows the rules of
the table, not the games: a wrong value that breaks no rule is found by `zermelo verify`.
"""
import csv
import os
import re
import sys

HEADER = "game,board,rules,set,value,score,last_move,effort,source,note".split(",")
RULES = {"mnk": {"standard", "exact"}, "connect4": {"standard"}, "draughts": {"official", "seed"}}
SETS = {"mnk": {"mnk", "tournament", "ours"}, "connect4": {"connect4", "connect4-steininger", "ours"}, "draughts": {"draughts"}}
VALUES = {"win", "draw", "loss", "unknown", ""}
EFFORTS = {"quick", "normal", "long"}
TOURNAMENT = """3,3,3 4,3,3 4,4,3 4,4,4 5,4,4 5,5,4 5,5,5 6,4,4 6,5,4 6,6,4 6,6,5 6,6,6 7,4,4 7,5,4 7,6,4 7,7,4
                7,5,5 7,6,5 7,7,5 7,7,6 7,7,7 8,8,4 10,10,5 50,50,10 70,70,10""".split()
QUICK = """mnk:3,3,3 mnk:4,3,3 mnk:4,4,3 mnk:4,4,4 mnk:5,4,4 mnk:5,5,4 mnk:6,5,4 connect4:4x4 connect4:4x5
           connect4:5x4 connect4:5x5 connect4:4x6 connect4:6x4 connect4:5x6 connect4:6x5 connect4:4x7 connect4:7x4
           connect4:4x8 draughts:4x4""".split()
QUICK_AT_LEAST = 45
SOURCE_BYTES = 159  # what a run record keeps of it


def dimensions(row):
    """The numbers of a board, or None if it is not written in normal form."""
    shape = {"mnk": r"(\d+),(\d+),(\d+)", "connect4": r"(\d+)x(\d+)", "draughts": r"(4x4|6x6|8x8)"}[row["game"]]
    found = re.fullmatch(shape, row["board"])
    if not found or re.search(r"(^|\D)0", row["board"]):
        return None
    return [int(n) for n in re.findall(r"\d+", row["board"])]


def number(text):
    """An integer in normal form, None for an empty text; anything else raises ValueError."""
    if text == "":
        return None
    if not re.fullmatch(r"0|-?[1-9]\d*", text):
        raise ValueError(text)
    return int(text)


def faults_of_score(row, board, score, last_move):
    """The rules that tie value, score and last move together."""
    value = row["value"]
    if value in ("", "unknown"):
        if score is not None or last_move is not None:
            yield "a score or last move without a value"
        return
    sign = {"win": 1, "draw": 0, "loss": -1}[value]
    if score is not None and (score > 0) - (score < 0) != sign:
        yield f"score {score} for a {value}"
    if last_move is None:
        return
    if value != "draw" and last_move % 2 != (value == "win"):
        yield f"a {value} cannot end on move {last_move}"
    if row["game"] == "connect4":
        cells = board[0] * board[1]
        if last_move > cells or value == "draw" and last_move != cells:
            yield f"a {value} on {cells} cells cannot end on move {last_move}"
        expected = sign * ((cells + 1 - (last_move - 1)) // 2)
    else:
        expected = sign * last_move
    if score != expected:
        yield f"score {row['score'] or '(none)'} with last move {last_move}: must be {expected}"


def faults_of_board(row, board):
    """What the size of the board alone says."""
    if row["game"] == "connect4":
        if board[0] > 35 or board[0] * (board[1] + 1) > 128:
            yield "board too large"
    if row["game"] == "mnk":
        if row["rules"] == "standard" and row["value"] == "loss":
            yield "the second player cannot win (strategy stealing)"
        if board[2] > max(board[:2]) and row["value"] != "draw":
            yield "no line fits on the board: must be a draw"
        if row["set"] == "tournament" and (row["board"] not in TOURNAMENT or row["rules"] != "standard"):
            yield "not a board of the tournament"
        if row["set"] == "mnk" and row["board"] in TOURNAMENT and row["rules"] == "standard":
            yield "belongs into the set tournament"


def faults_of_row(row):
    game = row["game"]
    if game not in RULES:
        yield f"unknown game '{game}'"
        return
    if row["rules"] not in RULES[game]:
        yield f"unknown rules '{row['rules']}'"
    if row["set"] not in SETS[game]:
        yield f"unknown set '{row['set']}'"
    if row["value"] not in VALUES:
        yield f"unknown value '{row['value']}'"
        return
    if row["effort"] not in EFFORTS:
        yield f"unknown effort '{row['effort']}'"
    if bool(row["source"]) != (row["value"] in ("win", "draw", "loss")):
        yield "a value needs a source, and only that"
    if not row["value"] and not row["note"] or row["value"] == "unknown" and not row["note"]:
        yield "a row without a value needs a note"
    if len(row["source"].encode()) > SOURCE_BYTES:
        yield f"source longer than {SOURCE_BYTES} bytes"
    if any(not 32 <= ord(c) < 127 for text in row.values() for c in text):
        yield "a character that is not printable ASCII"
    board = dimensions(row)
    if board is None:
        yield f"board '{row['board']}' is not in normal form"
        return
    try:
        score, last_move = number(row["score"]), number(row["last_move"])
    except ValueError as error:
        yield f"'{error}' is no number"
        return
    yield from faults_of_board(row, board)
    yield from faults_of_score(row, board, score, last_move)


def same_board(row):
    """Equal for two rows that mean the same board: m,n,k and n,m,k are one."""
    board = dimensions(row) if row["game"] in RULES else None
    if row["game"] == "mnk" and board:
        board[:2] = sorted(board[:2])
    return row["game"], str(board or row["board"]), row["rules"]


def faults_of_table(rows):
    """Rules over all rows: (line number, row) pairs."""
    seen = {}
    for line, row in rows:
        first = seen.setdefault(same_board(row), line)
        if first != line:
            yield line, f"{row['game']}:{row['board']} stands in line {first} already"
    tournament = [row["board"] for _, row in rows if row["set"] == "tournament"]
    for board in TOURNAMENT:
        if tournament.count(board) != 1:
            yield 1, f"tournament board {board} stands there {tournament.count(board)} times"
    quick = {f"{row['game']}:{row['board']}" for _, row in rows if row["effort"] == "quick"}
    for board in QUICK:
        if board not in quick:
            yield 1, f"{board} is not quick"
    if len(quick) < QUICK_AT_LEAST:
        yield 1, f"only {len(quick)} quick boards: at least {QUICK_AT_LEAST}"


def faults_of_file(path):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file, strict=True)
        if next(reader, None) != HEADER:
            yield 1, "the header must be " + ",".join(HEADER)
            return
        rows = []
        for fields in reader:
            line = reader.line_num
            if len(fields) != len(HEADER):
                yield line, f"{len(fields)} fields: must be {len(HEADER)}"
            else:
                row = dict(zip(HEADER, fields))
                rows.append((line, row))
                for fault in faults_of_row(row):
                    yield line, fault
    yield from faults_of_table(rows)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "data", "known_values.csv")
    try:
        faults = [f"{path}:{line}: {text}" for line, text in faults_of_file(path)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        faults = [f"{path}: {error}"]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
