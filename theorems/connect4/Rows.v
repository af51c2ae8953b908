(* Rows as lists of numbers, as `zermelo export --format coq` writes them: the stones of the player, with bit 62
   if he is to move; those of the other side; then the cells where he is to play, ten a number of six bits each,
   the lowest first: the bit of the cell + 1, or 0 if there are no more. Nothing is proven of how they are read:
   what is read is checked. *)
Require Import List Bool.
From Zermelo.connect4 Require Export Words.
From Zermelo.connect4 Require Import Checker.
Import ListNotations.

(* The cells of a number, before those that follow. *)
Fixpoint cells (n : nat) (i : word) (rest : list word) : list word :=
  match n with
  | O => rest
  | S n => if (i =? 0)%word then rest else (1 << ((i land 63) - 1))%word :: cells n (i >> 6)%word rest
  end.
(* A row. *)
Definition decode (l : list word) : row :=
  match l with
  | a :: b :: plan => Row (negb (a >> 62 =? 0)%word) (a land 0x3fffffffffffffff)%word b
                          (fold_right (cells 10) [] plan)
  | _ => Row true 0 0 []
  end.
