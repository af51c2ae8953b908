"""What a theorem rests on, as `Print Assumptions` says it, and what a source may not say."""
import re

FORBIDDEN = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset Guard Checking|bypass_check)\b")


def without_comments(text):
    """A source of Coq without its comments, which may nest."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece in ("(*", "*)"):
            depth += 1 if piece == "(*" else -1
        elif depth == 0:
            kept.append(piece)
    return "".join(kept)


def forbidden(text):
    """The words that leave something unproven."""
    return FORBIDDEN.findall(without_comments(text))


def names(printed):
    """Those that `Print Assumptions` lists: each begins a line, and its type goes on in indented lines."""
    return {line.split()[0] for line in printed.splitlines() if re.match(r"\S+( :|$)", line) and line != "Axioms:"}
