(* The value of Connect Four: what minimax finds from the empty board, move by move, if nothing cuts it short. *)
Require Import List Arith Bool ZArith.
From Zermelo.connect4 Require Import Rules.
Import ListNotations.

Section Value.
Variables W H : nat.

(* The legal moves, and four in a row, as functions. Legal.v and Four.v prove that they are `legal` and `four`
   of Rules.v. *)
Definition moves (b : board) : list nat := filter (fun c => length (column b c) <? H) (seq 0 W).
Definition has (b : board) (p : player) (x y : nat) : bool :=
  match cell b x y with Some q => same p q | None => false end.
Definition fourb (b : board) (p : player) : bool :=
  existsb (fun x => existsb (fun y =>
    forallb (fun i => has b p (x + i) y) (seq 0 4) || forallb (fun i => has b p x (y + i)) (seq 0 4) ||
    forallb (fun i => has b p (x + i) (y + i)) (seq 0 4) || forallb (fun i => has b p (x + i) (y + 3 - i)) (seq 0 4))
    (seq 0 H)) (seq 0 W).

(* The best of what all moves lead to. Without a move the board is full: a draw, 0. *)
Definition best (l : list Z) : Z := match l with [] => 0%Z | s :: l => fold_left Z.max l s end.

(* The score for the side to move, if n cells are empty and nobody has four in a row. Whoever completes four
   in a row wins n, the number of cells that were empty before his last stone: so each side wins as early and
   loses as late as it can. *)
Fixpoint score (n : nat) (turn : player) (b : board) : Z :=
  match n with
  | 0 => 0%Z
  | S m => best (map (fun c => let after := drop b c turn in
                               if fourb after turn then Z.of_nat n else (- score m (other turn) after)%Z) (moves b))
  end.

(* The first player moves first. *)
Definition score_of_the_game : Z := score (W * H) First (empty W).

(* For the first player. *)
Inductive result := Win | Draw | Loss.
Definition value_of_the_game : result :=
  match score_of_the_game with Zpos _ => Win | Z0 => Draw | Zneg _ => Loss end.

(* One of the players wins with his own stone number n, and cannot be sure to win before: 2 n - 2 stones lie on
   the board before the first player's, 2 n - 1 before the second player's. *)
Definition first_player_wins_with_stone (n : Z) : Prop :=
  (score_of_the_game = Z.of_nat (W * H) - (2 * n - 2))%Z.
Definition second_player_wins_with_stone (n : Z) : Prop :=
  (- score_of_the_game = Z.of_nat (W * H) - (2 * n - 1))%Z.
End Value.
