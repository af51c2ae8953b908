(* Words as binary numbers, which need no axiom. The names are those of ../Words.v. What the checker asks at every
   position is found in one walk along the bits, which makes no number on its way. *)
Require Import List Arith Bool Lia NArith Ndigits.
Import ListNotations.

Notation word := N (only parsing).
Declare Scope word_scope.
Delimit Scope word_scope with word.
Bind Scope word_scope with N.
Number Notation N N.of_num_uint N.to_num_uint : word_scope.
Notation "a 'land' b" := (N.land a b) (at level 40, left associativity) : word_scope.
Notation "a 'lor' b" := (N.lor a b) (at level 40, left associativity) : word_scope.
Notation "a << b" := (N.shiftl a b) (at level 30, no associativity) : word_scope.
Notation "a >> b" := (N.shiftr a b) (at level 30, no associativity) : word_scope.
Notation "a =? b" := (N.eqb a b) : word_scope.
Notation "a - b" := (N.sub a b) : word_scope.
#[global] Arguments N.land : simpl never.
#[global] Arguments N.lor : simpl never.
#[global] Arguments N.shiftl : simpl never.
#[global] Arguments N.shiftr : simpl never.
#[global] Arguments N.eqb : simpl never.

(* Exported texts call their numbers integers of 63 bits. *)
Notation int := N (only parsing).
Declare Scope exported_scope.
Delimit Scope exported_scope with uint63.
Number Notation N N.of_num_uint N.to_num_uint : exported_scope.

(* Is bit k set? *)
Definition tb (a : word) (k : nat) : bool := N.testbit_nat a k.
#[global] Arguments tb : simpl never.
(* Bit k of a word a is bit k of a as a binary number of type N. *)
Lemma tb_testbit a k : tb a k = N.testbit a (N.of_nat k).
Proof. symmetry. apply Ntestbit_Nbit. Qed.
(* The intersection of two words has bit k if both words have it. *)
Lemma tb_land a b k : tb (a land b)%word k = tb a k && tb b k.
Proof. rewrite !tb_testbit. apply N.land_spec. Qed.
(* A bit of a union. *)
Lemma tb_lor a b k : tb (a lor b)%word k = tb a k || tb b k.
Proof. rewrite !tb_testbit. apply N.lor_spec. Qed.
(* The word 0 has no bit. *)
Lemma tb_0 k : tb 0 k = false.
Proof. reflexivity. Qed.
(* A word other than 0 has a bit. *)
Lemma tb_some a : (a =? 0)%word = false -> exists k, tb a k = true.
Proof.
  intros E. apply N.eqb_neq in E. exists (N.to_nat (N.log2 a)). rewrite tb_testbit, N2Nat.id. now apply N.bit_log2.
Qed.
(* A word differs from 0 if and only if it has a bit. *)
Lemma tb_nonzero a : (a =? 0)%word = false <-> exists k, tb a k = true.
Proof. split; [apply tb_some|]. intros [k K]. apply N.eqb_neq. intros ->. now rewrite tb_0 in K. Qed.
(* Words that are found equal are. *)
Lemma eqb_correct a b : (a =? b)%word = true -> a = b.
Proof. apply N.eqb_eq. Qed.

(* A number as a word. *)
Definition int_of (n : nat) : word := N.of_nat n.
(* Can a word hold bit k? *)
Definition held (k : nat) : bool := true.
(* Words hold the bits below 63. *)
Lemma held_low k : (k < 63)%nat -> held k = true.
Proof. easy. Qed.
(* A shift to the right by d < 63 moves each bit down by d places: bit k of the result is bit k + d of a. *)
Lemma tb_shr a d k : (d < 63)%nat -> tb (a >> int_of d)%word k = tb a (k + d).
Proof. intros _. rewrite !tb_testbit. unfold int_of. rewrite N.shiftr_spec', <- Nat2N.inj_add. reflexivity. Qed.
(* A shift to the left by d < 63 moves each bit up by d places: bit k of the result is bit k - d of a, if
   d <= k and a word can hold bit k. *)
Lemma tb_shl a d k : (d < 63)%nat -> tb (a << int_of d)%word k = (d <=? k)%nat && held k && tb a (k - d).
Proof.
  intros _. rewrite !tb_testbit. unfold int_of, held. destruct (Nat.leb_spec d k); cbn [andb].
  - rewrite N.shiftl_spec_high' by lia. now rewrite Nat2N.inj_sub.
  - apply N.shiftl_spec_low. lia.
Qed.
(* The word with one bit. *)
Definition bit1 (k : nat) : word := (1 << int_of k)%word.
(* The word with one bit has no other. *)
Lemma tb_bit1 k j : (k < 63)%nat -> tb (bit1 k) j = (j =? k)%nat.
Proof.
  intros. unfold bit1. rewrite tb_shl by easy. unfold held. destruct (Nat.leb_spec k j); cbn [andb].
  - destruct (Nat.eqb_spec j k) as [->|].
    + now rewrite Nat.sub_diag.
    + now replace (j - k)%nat with (S (j - k - 1)) by lia.
  - symmetry. apply Nat.eqb_neq. lia.
Qed.

(* Have they no bit in common? *)
Fixpoint apart (a b : positive) : bool :=
  match a, b with
  | xH, (xH | xI _) | xI _, (xH | xI _) => false
  | xH, xO _ | xO _, xH => true
  | xO a, (xO b | xI b) | xI a, xO b => apart a b
  end.
Definition misses (a b : word) : bool := match a, b with Npos a, Npos b => apart a b | _, _ => true end.
(* Two words miss each other exactly if their intersection is 0. *)
Lemma misses_spec a b r : misses a b = r -> (a land b =? 0)%word = r.
Proof.
  intros <-. symmetry. destruct a as [|a], b as [|b]; try reflexivity. cbn [misses]. revert b.
  induction a as [a IH|a IH|]; intros [b|b|]; try reflexivity; cbn [apart]; rewrite ?IH;
    unfold N.land; cbn [Pos.land]; destruct (Pos.land a b); reflexivity.
Qed.

(* The bits of `full` that are in `bottom` or above one of `mask`, but not in `mask` itself; `under`: the bit below is in it. *)
Definition free_of (full bottom mask : word) (under : bool) : word :=
  ((if under then N.succ_double mask else N.double mask) lor bottom) land (N.lxor full mask).
Fixpoint free_bits (f b m : positive) (under : bool) : word :=
  match f, b, m with
  | xI f, xI b, xI m => N.double (free_bits f b m true)
  | xI f, xI b, xO m => N.succ_double (free_bits f b m false)
  | xI f, xO b, xI m => N.double (free_bits f b m true)
  | xI f, xO b, xO m => if under then N.succ_double (free_bits f b m false) else N.double (free_bits f b m false)
  | xO f, xO b, xO m => N.double (free_bits f b m false)
  | _, _, _ => free_of (Npos f) (Npos b) (Npos m) under
  end.
Definition free (full bottom mask : word) : word :=
  match full, bottom, mask with
  | Npos f, Npos b, Npos m => free_bits f b m false
  | _, _, _ => free_of full bottom mask false
  end.
(* The walk free_bits finds the bits of free_of. *)
Lemma free_bits_of f : forall b m under, free_bits f b m under = free_of (Npos f) (Npos b) (Npos m) under.
Proof.
  induction f as [f IH|f IH|]; intros [b|b|] [m|m|] under; try reflexivity; cbn [free_bits]; rewrite ?IH;
    destruct under; unfold free_of, N.land, N.lor, N.lxor; cbn [N.double N.succ_double Pos.lor Pos.lxor];
    destruct (Pos.lxor f m); reflexivity.
Qed.
(* A bit of what is free. *)
Lemma tb_free full bottom mask k : tb (free full bottom mask) k =
  ((1 <=? k)%nat && held k && tb mask (k - 1) || tb bottom k) && xorb (tb full k) (tb mask k).
Proof.
  assert (free full bottom mask = free_of full bottom mask false) as ->.
  { destruct full, bottom, mask; try reflexivity. apply free_bits_of. }
  unfold free_of. rewrite tb_land, tb_lor. f_equal; [f_equal|].
  - destruct k; [now destruct mask|]. cbn [Nat.leb held andb]. replace (S k - 1)%nat with k by lia. now destruct mask.
  - rewrite !tb_testbit. apply N.lxor_spec.
Qed.

(* The bits from d on. *)
Fixpoint down (d : nat) (p : positive) : word :=
  match d, p with
  | O, _ => Npos p
  | S d, (xI p | xO p) => down d p
  | S d, xH => 0
  end.
(* A bit of these. *)
Lemma tb_down d : forall p k, tb (down d p) k = tb (Npos p) (k + d).
Proof.
  induction d as [|d IH]; intros p k; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
  destruct p; [apply IH|apply IH|reflexivity].
Qed.
(* Is the lowest bit set? *)
Definition low (p : positive) : bool := match p with xO _ => false | _ => true end.
(* Have four numbers a bit in common? *)
Fixpoint common (a b c d : positive) : bool :=
  match a with
  | xH => if low b then if low c then low d else false else false
  | xO a =>
    match b, c, d with (xI b | xO b), (xI c | xO c), (xI d | xO d) => common a b c d | _, _, _ => false end
  | xI a =>
    match b, c, d with
    | (xI _ | xH), (xI _ | xH), (xI _ | xH) => true
    | xO b, (xI c | xO c), (xI d | xO d) | xI b, xO c, (xI d | xO d) | xI b, xI c, xO d => common a b c d
    | _, _, _ => false
    end
  end.
(* It is found exactly if there is one. *)
Lemma common_spec a : forall b c d, common a b c d = true <->
  exists k, tb (Npos a) k = true /\ tb (Npos b) k = true /\ tb (Npos c) k = true /\ tb (Npos d) k = true.
Proof.
  induction a as [a IH|a IH|]; intros [b|b|] [c|c|] [d|d|]; cbn [common low]; rewrite ?IH;
    (split; [first [discriminate | intros (k & K); exists (S k); exact K | intros _; exists O; repeat split]
            |intros (k & K0 & K1 & K2 & K3); destruct k; first [discriminate | easy | exists k; repeat split; assumption]]).
Qed.

(* Four bits of s are set, at a distance d from one to the next. *)
Definition line (d : nat) (s : word) : Prop :=
  exists k, tb s k = true /\ tb s (k + d) = true /\ tb s (k + 2 * d) = true /\ tb s (k + 3 * d) = true.
Definition lineb (d : nat) (s : word) : bool :=
  match s with N0 => false | Npos p =>
  match down d p with N0 => false | Npos q =>
  match down d q with N0 => false | Npos r =>
  match down d r with N0 => false | Npos t => common t r q p
  end end end end.
(* The walk lineb decides whether a word has four bits at the distance d. *)
Lemma lineb_spec d s : lineb d s = true <-> line d s.
Proof.
  unfold lineb, line. destruct s as [|p]; [split; [easy|]; now intros (k & K & _)|].
  assert (forall k, tb (Npos p) (k + d) = tb (down d p) k) as Q by (intros; now rewrite tb_down).
  destruct (down d p) as [|q] eqn:E1.
  { split; [easy|]. intros (k & _ & K & _). now rewrite Q in K. }
  assert (forall k, tb (Npos p) (k + 2 * d) = tb (down d q) k) as R.
  { intros k. rewrite tb_down, <- Q. f_equal. lia. }
  destruct (down d q) as [|r] eqn:E2.
  { split; [easy|]. intros (k & _ & _ & K & _). now rewrite R in K. }
  assert (forall k, tb (Npos p) (k + 3 * d) = tb (down d r) k) as T.
  { intros k. rewrite tb_down, <- R. f_equal. lia. }
  destruct (down d r) as [|t] eqn:E3.
  { split; [easy|]. intros (k & _ & _ & _ & K). now rewrite T in K. }
  rewrite common_spec. split; intros (k & K); exists k; revert K; rewrite Q, R, T; tauto.
Qed.
(* Is there such a line, for columns of H cells? *)
Definition fours (H : nat) : word -> bool :=
  let d2 := H in let d3 := S H in let d4 := S (S H) in
  fun s => if lineb 1 s then true else if lineb d2 s then true else if lineb d3 s then true else lineb d4 s.
(* What is found is there, and found if it is there. *)
Lemma fours_spec H s : (2 * S (S H) < 63)%nat -> fours H s = true <-> exists d, In d [1; H; S H; S (S H)]%nat /\ line d s.
Proof.
  intros _. unfold fours. cbv zeta.
  pose proof (lineb_spec 1 s) as L1. pose proof (lineb_spec H s) as L2.
  pose proof (lineb_spec (S H) s) as L3. pose proof (lineb_spec (S (S H)) s) as L4.
  destruct (lineb 1 s); [split; [exists 1%nat; cbn; tauto|easy]|].
  destruct (lineb H s); [split; [exists H; cbn; tauto|easy]|].
  destruct (lineb (S H) s); [split; [exists (S H); cbn; tauto|easy]|].
  split.
  - intros E4. exists (S (S H)). cbn. tauto.
  - intros (d & [<-|[<-|[<-|[<-|[]]]]] & L); [apply L1 in L|apply L2 in L|apply L3 in L|now apply L4]; congruence.
Qed.
