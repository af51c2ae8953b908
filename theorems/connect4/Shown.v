(* The bitboards of a board show it. *)
Require Import List Arith Bool Lia.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards Checker.
Import ListNotations.

Section Shown.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.

(* What is found to have the shape has it. *)
Lemma in_shape_spec b : in_shape W H b = true -> shape W H b.
Proof.
  unfold in_shape. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [L A]. split; [easy|].
  intros x X. apply Nat.leb_le, A. unfold column. apply nth_In. lia.
Qed.
(* The bitboard of a player shows his stones. *)
Lemma bits_of_shows q b : shape W H b -> shows W H q b (bits_of W H q b).
Proof.
  intros _ k. unfold bits_of. rewrite tb_lor_all. split.
  - intros (a & I & T). apply in_flat_map in I. destruct I as (x & X & I). apply in_flat_map in I.
    destruct I as (y & Y & I). apply in_seq in X, Y. exists x, y.
    destruct (cell b x y) as [r|] eqn:C; [|easy]. destruct (same q r) eqn:E; [|easy].
    destruct I as [<-|[]]. rewrite tb_bit1 in T by (pose proof (index_small W H fits x y); lia).
    apply Nat.eqb_eq in T. repeat split; try lia. now destruct q, r.
  - intros (x & y & X & Y & -> & C). exists (bit1 (index H x y)). split.
    + apply in_flat_map. exists x. split; [apply in_seq; lia|]. apply in_flat_map. exists y.
      split; [apply in_seq; lia|]. cbv beta. rewrite C, same_refl. now left.
    + rewrite tb_bit1 by (pose proof (index_small W H fits x y); lia). apply Nat.eqb_refl.
Qed.
(* So do both. *)
Lemma bits_of_rep p b : in_shape W H b = true -> rep W H p b (bits_of W H p b) (bits_of W H (other p) b).
Proof. intros S. apply in_shape_spec in S. split; [easy|]. split; now apply bits_of_shows. Qed.
End Shown.
