(* Integers of 63 bits as sets of bits. *)
Require Import List Arith Bool Lia ZArith Uint63.
Import ListNotations.

(* Is bit k set? *)
Definition tb (i : int) (k : nat) : bool := Z.testbit (to_Z i) (Z.of_nat k).

(* A bit of an intersection. *)
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
Lemma tb_shr a d k : tb (a >> d) k = tb a (k + Z.to_nat (to_Z d)).
Proof.
  unfold tb. pose proof (to_Z_bounded d). rewrite lsr_spec, <- Z.shiftr_div_pow2, Z.shiftr_spec by lia.
  f_equal. lia.
Qed.
(* A shift to the left moves bits up, and those from 63 on are lost. *)
Lemma tb_shl a d k : tb (a << d) k = (Z.to_nat (to_Z d) <=? k)%nat && (k <? 63)%nat && tb a (k - Z.to_nat (to_Z d)).
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
Lemma tb_some a : (a =? 0)%uint63 = false -> exists k, tb a k = true.
Proof.
  intros E. apply eqb_false_correct in E.
  assert (0 < to_Z a)%Z.
  { pose proof (to_Z_bounded a). destruct (Z.eq_dec (to_Z a) 0) as [Z0|]; [|lia].
    exfalso. apply E. apply to_Z_inj. now rewrite Z0, to_Z_0. }
  exists (Z.to_nat (Z.log2 (to_Z a))). unfold tb. rewrite Z2Nat.id by apply Z.log2_nonneg.
  now apply Z.bit_log2.
Qed.
(* It is other than 0 exactly if it has one. *)
Lemma tb_nonzero a : (a =? 0)%uint63 = false <-> exists k, tb a k = true.
Proof.
  split; [apply tb_some|]. intros [k K]. apply not_true_is_false. intros E.
  apply eqb_correct in E. subst. now rewrite tb_0 in K.
Qed.

(* A number as an integer of 63 bits. *)
Definition int_of (n : nat) : int := of_Z (Z.of_nat n).
(* Numbers below 63 come back from integers as they were. *)
Lemma int_of_to n : (n < 63)%nat -> Z.to_nat (to_Z (int_of n)) = n.
Proof. intros. unfold int_of. rewrite of_Z_spec, Z.mod_small; [lia|]. change wB with (2 ^ 63)%Z. lia. Qed.
(* The integer with one bit. *)
Definition bit1 (k : nat) : int := (1 << int_of k)%uint63.
(* The integer 1 has bit 0 alone. *)
Lemma tb_1 k : tb 1 k = (k =? 0)%nat.
Proof.
  unfold tb. rewrite to_Z_1. destruct k; [reflexivity|].
  change 1%Z with (2 ^ 0)%Z. rewrite Z.pow2_bits_eqb by lia. apply Z.eqb_neq. lia.
Qed.
(* The integer with one bit has no other. *)
Lemma tb_bit1 k j : (k < 63)%nat -> tb (bit1 k) j = (j =? k)%nat.
Proof.
  intros. unfold bit1. rewrite tb_shl, int_of_to, tb_1 by lia.
  destruct (Nat.leb_spec k j); cbn [andb].
  - destruct (Nat.ltb_spec j 63); cbn [andb].
    + destruct (Nat.eqb_spec (j - k) 0), (Nat.eqb_spec j k); lia.
    + destruct (Nat.eqb_spec j k); lia.
  - destruct (Nat.eqb_spec j k); lia.
Qed.
(* The union of a list. *)
Definition lor_all (l : list int) : int := fold_right (fun a b => (a lor b)%uint63) 0%uint63 l.
(* The union has a bit if an integer of the list has it. *)
Lemma tb_lor_all l k : tb (lor_all l) k = true <-> exists a, In a l /\ tb a k = true.
Proof.
  induction l; cbn.
  - rewrite tb_0. split; [discriminate|]. now intros [? [[] ?]].
  - rewrite tb_lor, orb_true_iff, IHl. split.
    + intros [?|[b [? ?]]]; eauto.
    + intros [b [[<-|?] ?]]; eauto.
Qed.
