(* The function that lists the moves is the rule. *)
Require Import List Arith Bool Lia.
From Zermelo.connect4 Require Import Rules Value.

(* A column is among the moves if, and only if, it is legal. *)
Lemma moves_spec W H b c : In c (moves W H b) <-> legal W H b c.
Proof. unfold moves, legal. rewrite filter_In, in_seq, Nat.ltb_lt. intuition lia. Qed.
