(* The rules of Connect Four on W columns of H cells. *)
Require Import List Arith.
Import ListNotations.

Inductive player := First | Second.
Definition other (p : player) : player := match p with First => Second | Second => First end.
Definition same (p q : player) : bool := match p, q with First, First | Second, Second => true | _, _ => false end.

(* A column is the list of its stones from the bottom up, a board the list of its columns from the left. *)
Definition board := list (list player).
Definition column (b : board) (x : nat) : list player := nth x b [].
Definition cell (b : board) (x y : nat) : option player := nth_error (column b x) y.
Definition empty (W : nat) : board := repeat [] W.

(* A stone of p falls into column c, on top of those that are there. *)
Fixpoint drop (b : board) (c : nat) (p : player) : board :=
  match b, c with
  | [], _ => []
  | col :: rest, 0 => (col ++ [p]) :: rest
  | col :: rest, S c => col :: drop rest c p
  end.

(* There is such a column, and it is not full. *)
Definition legal (W H : nat) (b : board) (c : nat) : Prop := c < W /\ length (column b c) < H.

(* Four stones of p in a row: across, upright, on a rising or on a falling diagonal. *)
Definition four (b : board) (p : player) : Prop :=
  exists x y,
    (forall i, i < 4 -> cell b (x + i) y = Some p) \/
    (forall i, i < 4 -> cell b x (y + i) = Some p) \/
    (forall i, i < 4 -> cell b (x + i) (y + i) = Some p) \/
    (forall i, i < 4 -> cell b (x + i) (y + 3 - i) = Some p).
