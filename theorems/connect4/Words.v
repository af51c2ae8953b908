(* Words: sets of bits, here Coq's integers of 63 bits. over_N/ has the same names for binary numbers. No other file
   knows which of the two a word is. *)
Require Import List Arith Bool Lia ZArith Uint63.
Import ListNotations.

Notation word := int (only parsing).
Declare Scope word_scope.
Delimit Scope word_scope with word.
Bind Scope word_scope with int.
Number Notation int parser printer : word_scope.
Notation "a 'land' b" := (Uint63.land a b) : word_scope.
Notation "a 'lor' b" := (Uint63.lor a b) : word_scope.
Notation "a 'lxor' b" := (Uint63.lxor a b) : word_scope.
Notation "a << b" := (Uint63.lsl a b) : word_scope.
Notation "a >> b" := (Uint63.lsr a b) : word_scope.
Notation "a =? b" := (Uint63.eqb a b) : word_scope.
Notation "a - b" := (Uint63.sub a b) : word_scope.
(* Words that are found equal are. *)
Notation eqb_correct := Uint63.eqb_correct.
(* Have they no bit in common? *)
Notation misses a b := (a land b =? 0)%word.
(* The bits of `full` that are in `bottom` or above one of `mask`, but not in `mask` itself. *)
Notation free full bottom mask := ((((mask << 1) lor bottom) land (full lxor mask))%word).

(* Is bit k set? *)
Definition tb (i : word) (k : nat) : bool := Z.testbit (to_Z i) (Z.of_nat k).

(* The intersection of two words has bit k if both words have it. *)
Lemma tb_land a b k : tb (a land b) k = tb a k && tb b k.
Proof. unfold tb. rewrite land_spec'. apply Z.land_spec. Qed.
(* A bit of a union. *)
Lemma tb_lor a b k : tb (a lor b) k = tb a k || tb b k.
Proof. unfold tb. rewrite lor_spec'. apply Z.lor_spec. Qed.
(* A bit in which two integers differ. *)
Lemma tb_lxor a b k : tb (a lxor b) k = xorb (tb a k) (tb b k).
Proof. unfold tb. rewrite lxor_spec'. apply Z.lxor_spec. Qed.
(* The integer 0 has no bit. *)
Lemma tb_0 k : tb 0 k = false.
Proof. unfold tb. rewrite to_Z_0. apply Z.testbit_0_l. Qed.
(* No integer has a bit from 63 on. *)
Lemma tb_high a k : (63 <= k)%nat -> tb a k = false.
Proof.
  intros. unfold tb. pose proof (to_Z_bounded a) as B.
  rewrite <- (Z.mod_small (to_Z a) wB) by exact B.
  change wB with (2 ^ 63)%Z. apply Z.mod_pow2_bits_high. lia.
Qed.
(* A shift to the right moves bits down. *)
Lemma tb_lsr a d k : tb (a >> d) k = tb a (k + Z.to_nat (to_Z d)).
Proof.
  unfold tb. pose proof (to_Z_bounded d). rewrite lsr_spec, <- Z.shiftr_div_pow2, Z.shiftr_spec by lia.
  f_equal. lia.
Qed.
(* A shift to the left moves bits up, and those from 63 on are lost. *)
Lemma tb_lsl a d k : tb (a << d) k = (Z.to_nat (to_Z d) <=? k)%nat && (k <? 63)%nat && tb a (k - Z.to_nat (to_Z d)).
Proof.
  pose proof (to_Z_bounded d).
  destruct (Nat.ltb_spec k 63) as [L|L].
  2:{ rewrite tb_high by lia. now rewrite andb_false_r. }
  unfold tb. rewrite lsl_spec. change wB with (2 ^ 63)%Z. rewrite Z.mod_pow2_bits_low by lia.
  rewrite <- Z.shiftl_mul_pow2 by lia.
  destruct (Nat.leb_spec (Z.to_nat (to_Z d)) k); cbn [andb].
  - rewrite Z.shiftl_spec by lia. f_equal. lia.
  - rewrite Z.shiftl_spec by lia. apply Z.testbit_neg_r. lia.
Qed.
(* An integer other than 0 has a bit. *)
Lemma tb_some a : (a =? 0)%word = false -> exists k, tb a k = true.
Proof.
  intros E. apply eqb_false_correct in E.
  assert (0 < to_Z a)%Z.
  { pose proof (to_Z_bounded a). destruct (Z.eq_dec (to_Z a) 0) as [Z0|]; [|lia].
    exfalso. apply E. apply to_Z_inj. now rewrite Z0, to_Z_0. }
  exists (Z.to_nat (Z.log2 (to_Z a))). unfold tb. rewrite Z2Nat.id by apply Z.log2_nonneg.
  now apply Z.bit_log2.
Qed.
(* A word differs from 0 if and only if it has a bit. *)
Lemma tb_nonzero a : (a =? 0)%word = false <-> exists k, tb a k = true.
Proof.
  split; [apply tb_some|]. intros [k K]. apply not_true_is_false. intros E.
  apply eqb_correct in E. subst. now rewrite tb_0 in K.
Qed.

(* A number as an integer of 63 bits. *)
Definition int_of (n : nat) : word := of_Z (Z.of_nat n).
(* Numbers below 63 come back from integers as they were. *)
Lemma int_of_to n : (n < 63)%nat -> Z.to_nat (to_Z (int_of n)) = n.
Proof. intros. unfold int_of. rewrite of_Z_spec, Z.mod_small; [lia|]. change wB with (2 ^ 63)%Z. lia. Qed.
(* Can a word hold bit k? *)
Definition held (k : nat) : bool := (k <? 63)%nat.
(* Words hold the bits below 63. *)
Lemma held_low k : (k < 63)%nat -> held k = true.
Proof. apply Nat.ltb_lt. Qed.
(* A shift to the right by d < 63 moves each bit down by d places: bit k of the result is bit k + d of a. *)
Lemma tb_shr a d k : (d < 63)%nat -> tb (a >> int_of d)%word k = tb a (k + d).
Proof. intros. now rewrite tb_lsr, int_of_to. Qed.
(* A shift to the left by d < 63 moves each bit up by d places: bit k of the result is bit k - d of a, if
   d <= k and a word can hold bit k. *)
Lemma tb_shl a d k : (d < 63)%nat -> tb (a << int_of d)%word k = (d <=? k)%nat && held k && tb a (k - d).
Proof. intros. now rewrite tb_lsl, int_of_to. Qed.
(* A bit of what is free. *)
Lemma tb_free full bottom mask k : tb (free full bottom mask) k =
  ((1 <=? k)%nat && held k && tb mask (k - 1) || tb bottom k) && xorb (tb full k) (tb mask k).
Proof. now rewrite tb_land, tb_lxor, tb_lor, tb_lsl. Qed.
(* Two words miss each other exactly if their intersection is 0. *)
Lemma misses_spec a b r : misses a b = r -> (a land b =? 0)%word = r.
Proof. easy. Qed.
(* The integer with one bit. *)
Definition bit1 (k : nat) : word := (1 << int_of k)%word.
(* The integer 1 has bit 0 alone. *)
Lemma tb_1 k : tb 1 k = (k =? 0)%nat.
Proof.
  unfold tb. rewrite to_Z_1. destruct k; [reflexivity|].
  change 1%Z with (2 ^ 0)%Z. rewrite Z.pow2_bits_eqb by lia. apply Z.eqb_neq. lia.
Qed.
(* The integer with one bit has no other. *)
Lemma tb_bit1 k j : (k < 63)%nat -> tb (bit1 k) j = (j =? k)%nat.
Proof.
  intros. unfold bit1. rewrite tb_lsl, int_of_to, tb_1 by lia.
  destruct (Nat.leb_spec k j); cbn [andb].
  - destruct (Nat.ltb_spec j 63); cbn [andb].
    + destruct (Nat.eqb_spec (j - k) 0), (Nat.eqb_spec j k); lia.
    + destruct (Nat.eqb_spec j k); lia.
  - destruct (Nat.eqb_spec j k); lia.
Qed.

(* Four bits of s are set, at a distance d from one to the next. *)
Definition line (d : nat) (s : word) : Prop :=
  exists k, tb s k = true /\ tb s (k + d) = true /\ tb s (k + 2 * d) = true /\ tb s (k + 3 * d) = true.
(* Is there such a line, for columns of H cells? The direction with the most lines goes first. The distances are computed once. *)
Definition fours (H : nat) : word -> bool :=
  let d1 := int_of 1 in let d2 := int_of H in let d3 := int_of (S H) in let d4 := int_of (S (S H)) in
  let e1 := int_of 2 in let e2 := int_of (2 * H) in let e3 := int_of (2 * S H) in let e4 := int_of (2 * S (S H)) in
  fun s =>
    let a := (s land (s >> d1))%word in if negb ((a land (a >> e1)) =? 0)%word then true else
    let a := (s land (s >> d2))%word in if negb ((a land (a >> e2)) =? 0)%word then true else
    let a := (s land (s >> d3))%word in if negb ((a land (a >> e3)) =? 0)%word then true else
    let a := (s land (s >> d4))%word in negb ((a land (a >> e4)) =? 0)%word.
(* The shifts find four bits at a distance. *)
Lemma shifts_find d s : (2 * d < 63)%nat ->
  negb ((s land (s >> int_of d)) land ((s land (s >> int_of d)) >> int_of (2 * d)) =? 0)%word = true <-> line d s.
Proof.
  intros D. rewrite negb_true_iff, tb_nonzero.
  split; intros [k K]; exists k; revert K;
    rewrite !tb_land, !tb_shr, !tb_land, !tb_shr, !andb_true_iff by lia;
    replace (k + 3 * d)%nat with (k + 2 * d + d)%nat by lia; tauto.
Qed.
(* What is found is there, and found if it is there. *)
Lemma fours_spec H s : (2 * S (S H) < 63)%nat -> fours H s = true <-> exists d, In d [1; H; S H; S (S H)]%nat /\ line d s.
Proof.
  intros N. unfold fours. cbv zeta.
  pose proof (shifts_find 1 s ltac:(lia)) as L1. change (2 * 1)%nat with 2%nat in L1.
  pose proof (shifts_find H s ltac:(lia)) as L2. pose proof (shifts_find (S H) s ltac:(lia)) as L3.
  pose proof (shifts_find (S (S H)) s ltac:(lia)) as L4.
  destruct (negb _) eqn:E1; [split; [exists 1%nat; cbn; tauto|easy]|].
  destruct (negb _) eqn:E2 in |- *; [split; [exists H; cbn; tauto|easy]|].
  destruct (negb _) eqn:E3 in |- *; [split; [exists (S H); cbn; tauto|easy]|].
  split.
  - intros E4. exists (S (S H)). cbn. tauto.
  - intros (d & [<-|[<-|[<-|[<-|[]]]]] & L); [apply L1 in L|apply L2 in L|apply L3 in L|now apply L4]; congruence.
Qed.
