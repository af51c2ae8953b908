(* A list of rows, accepted for a board, proves a bound on the score of the game. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Boards Forced Words Bitboards FourBits MirrorBits PositionSet Checker Moves Soundness.
Import ListNotations.

(* The columns from the middle outwards. *)
Definition order (W : nat) : list nat :=
  flat_map (fun d => filter (fun x => (2 * x + 1 - W) + (W - (2 * x + 1)) =? d)%nat (seq 0 W)) (seq 0 (W + 1)).
(* What the checker has to know of a board. *)
Definition numbers_of (W H : nat) : numbers :=
  {| full := lor_all (map (column_mask H) (seq 0 W));
     bottom := lor_all (map (fun x => bit1 (index H x 0)) (seq 0 W));
     cols := map (column_mask H) (order W);
     wins_of := wins H;
     mirror_of := mirror W H |}.

(* The rows, and at the end the empty board, which is a row with nothing to play but what rests on the others. *)
Definition accepted (W H : nat) (p : player) (bound : Z) (l : list row) : bool :=
  ((W * S H <=? 62) && (2 * S (S H) <? 63))%nat &&
  check_rows (numbers_of W H) (Z.to_nat bound) (bound <=? 0)%Z (Z.to_nat (- bound)) W H p
    (l ++ [Row (same p First) 0 0 []]) E E.

(* The order has all columns, and nothing else. *)
Lemma order_spec W x : In x (order W) <-> (x < W)%nat.
Proof.
  unfold order. rewrite in_flat_map. split.
  - intros (d & _ & I). apply filter_In in I. destruct I as [I _]. apply in_seq in I. lia.
  - intros X. exists (2 * x + 1 - W + (W - (2 * x + 1)))%nat. split.
    + apply in_seq. lia.
    + apply filter_In. rewrite Nat.eqb_refl. split; [apply in_seq; lia|easy].
Qed.

(* What the checker is told of a board is right. *)
Lemma numbers_of_describes W H : (W * S H <= 62)%nat -> describes W H (numbers_of W H).
Proof.
  intros F. constructor.
  - intros k. cbn [numbers_of full]. rewrite tb_lor_all. split.
    + intros (a & I & T). apply in_map_iff in I. destruct I as (x & <- & I). apply in_seq in I.
      apply (column_mask_spec W H F x) in T; [|lia]. destruct T as (y & Y & ->). exists x, y. repeat split; lia.
    + intros (x & y & X & Y & ->). exists (column_mask H x). split.
      * apply in_map_iff. exists x. split; [easy|]. apply in_seq. lia.
      * apply (column_mask_spec W H F x); [easy|]. eauto.
  - intros k. cbn [numbers_of bottom]. rewrite tb_lor_all. split.
    + intros (a & I & T). apply in_map_iff in I. destruct I as (x & <- & I). apply in_seq in I.
      rewrite tb_bit1 in T by (pose proof (index_small W H F x 0); lia). apply Nat.eqb_eq in T.
      exists x. split; [lia|easy].
    + intros (x & X & ->). exists (bit1 (index H x 0)). split.
      * apply in_map_iff. exists x. split; [easy|]. apply in_seq. lia.
      * rewrite tb_bit1 by (pose proof (index_small W H F x 0); lia). apply Nat.eqb_refl.
  - reflexivity.
  - reflexivity.
  - intros col I. cbn [numbers_of cols] in I. apply in_map_iff in I. destruct I as (x & <- & I).
    apply order_spec in I. exists x. split; [easy|]. now apply (column_mask_spec W).
  - intros x X. exists (column_mask H x). split.
    + apply in_map_iff. exists x. split; [easy|]. now apply order_spec.
    + now apply (column_mask_spec W).
Qed.
(* The empty board has no bits. *)
Lemma empty_rep W H p : rep W H p (empty W) 0 0.
Proof.
  assert (forall x, column (empty W) x = []) as Em.
  { intros x. unfold column, empty. destruct (Nat.lt_ge_cases x W); [apply nth_repeat|].
    apply nth_overflow. now rewrite repeat_length. }
  assert (forall q, shows W H q (empty W) 0) as Sh.
  { intros q k. rewrite tb_0. split; [discriminate|]. intros (x & y & _ & _ & _ & C).
    unfold cell in C. rewrite Em in C. now destruct y. }
  repeat split; try apply Sh.
  - apply repeat_length.
  - intros x X. rewrite Em. cbn. lia.
Qed.
(* If the rows are accepted, the player can force the bound from the empty board. *)
Theorem accepted_is_true W H p bound l : accepted W H p bound l = true -> secures W H p bound First (empty W).
Proof.
  unfold accepted. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt. intros [[F N] A].
  assert (good_row W H p bound (Row (same p First) 0 0 [])) as G.
  { eapply (check_rows_sound W H F N _ (numbers_of_describes W H F) p bound); [| | | | |exact A|].
    - intros n L. lia.
    - intros D. now apply Z.leb_le.
    - intros n L. lia.
    - apply none_good.
    - apply none_good.
    - apply in_or_app. right. now left. }
  unfold good_row in G. pose proof (empty_rep W H p). destruct p; cbn in G; now apply G.
Qed.
