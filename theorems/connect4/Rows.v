(* Rows as lists of numbers, as `zermelo export --format coq` writes them: the stones of the player, with bit 62
   if he is to move; those of the other side; then the cells where he is to play, ten a number of six bits each,
   the lowest first: the bit of the cell + 1, or 0 if there are no more. Nothing is proven of how they are read:
   what is read is checked. *)
Require Import List Bool Uint63.
From Zermelo.connect4 Require Import Checker.
Import ListNotations.

(* The cells of a number, before those that follow. *)
Fixpoint cells (n : nat) (i : int) (rest : list int) : list int :=
  match n with
  | O => rest
  | S n => if (i =? 0)%uint63 then rest else (1 << ((i land 63) - 1))%uint63 :: cells n (i >> 6)%uint63 rest
  end.
(* A row. *)
Definition decode (l : list int) : row :=
  match l with
  | a :: b :: plan => Row (negb (a >> 62 =? 0)%uint63) (a land 0x3fffffffffffffff)%uint63 b
                          (fold_right (cells 10) [] plan)
  | _ => Row true 0 0 []
  end.
