(* Mirror images: a map of the cells that is its own inverse and takes lines to lines changes no result. *)
Require Import List Arith Bool Lia NArith.
From Zermelo.mnk Require Import Sets.
Import ListNotations.
Open Scope N_scope.

(* The image of cell i is the i-th number of the list. *)
Fixpoint image_pos (q : positive) (l : list N) : N :=
  match l with
  | [] => 0
  | c :: l => match q with xH => N.setbit 0 c | xO q => image_pos q l | xI q => N.setbit (image_pos q l) c end
  end.
Definition image (l : list N) (a : N) : N := match a with N0 => 0 | Npos q => image_pos q l end.

(* A cell j is in the image of the set a exactly if j is the entry of the list l at some index i that is a cell of a. *)
Lemma image_spec l : forall a j, bit (image l a) j = true <-> exists i, nth_error l (N.to_nat i) = Some j /\ bit a i = true.
Proof.
  assert (Zero : forall (l : list N) c j (P : N -> bool),
    (exists i, nth_error (c :: l) (N.to_nat i) = Some j /\ P i = true) <->
    (P 0 = true /\ c = j) \/ exists i, nth_error l (N.to_nat i) = Some j /\ P (N.succ i) = true).
  { intros l0 c j P. split.
    - intros (i & E & B). destruct (N.eq_dec i 0) as [->|Ne].
      + cbn in E. injection E as ->. now left.
      + right. exists (N.pred i). rewrite N.succ_pred by easy. split; [|easy].
        rewrite <- (N.succ_pred i) in E by easy. rewrite N2Nat.inj_succ in E. exact E.
    - intros [[B ->]|(i & E & B)]; [now exists 0|]. exists (N.succ i). rewrite N2Nat.inj_succ. now split. }
  induction l as [|c l IH]; intros a j.
  - split; [|intros (i & E & _); now destruct (N.to_nat i)]. destruct a as [|[]]; cbn; rewrite ?N.bits_0; easy.
  - rewrite (Zero l c j (bit a)). destruct a as [|[q|q|]]; cbn [image image_pos].
    + rewrite N.bits_0. split; [easy|]. intros [[B _]|(i & _ & B)]; now rewrite N.bits_0 in B.
    + rewrite bit_set, orb_true_iff, N.eqb_eq. rewrite (IH (Npos q) j). split.
      * intros [->|(i & E & B)]; [now left|right]. exists i. split; [easy|].
        change (Npos q~1) with (2 * Npos q + 1). now rewrite N.testbit_odd_succ by lia.
      * intros [[_ ->]|(i & E & B)]; [now left|right]. exists i. split; [easy|].
        change (Npos q~1) with (2 * Npos q + 1) in B. now rewrite N.testbit_odd_succ in B by lia.
    + rewrite (IH (Npos q) j). split.
      * intros (i & E & B). right. exists i. split; [easy|].
        change (Npos q~0) with (2 * Npos q). now rewrite N.testbit_even_succ by lia.
      * intros [[B _]|(i & E & B)]; [easy|]. exists i. split; [easy|].
        change (Npos q~0) with (2 * Npos q) in B. now rewrite N.testbit_even_succ in B by lia.
    + rewrite bit_set, N.bits_0, orb_false_r, N.eqb_eq. split; [now left|]. intros [[_ ->]|(i & _ & B)]; [easy|].
      rewrite N.bit0_odd in B || idtac. change 1 with (2 * 0 + 1) in B. rewrite N.testbit_odd_succ, N.bits_0 in B by lia.
      discriminate.
Qed.

Section Mirror.
Variable g : game.
Variable l : list N.
Definition keeps_lines : bool :=
  (length l =? size g)%nat && forallb (fun c => c <? N.of_nat (size g)) l &&
  forallb (fun c => nth (N.to_nat (nth (N.to_nat c) l 0)) l 0 =? c) (numbers g) &&
  forallb (fun a => existsb (N.eqb (image l a)) (lines g)) (lines g).
Hypothesis keeps : keeps_lines = true.
Notation img := (image l).
Definition to (c : N) := nth (N.to_nat c) l 0.
Notation inside c := (c < N.of_nat (size g)).

(* The list l has one entry for each cell; the map `to` takes cells to cells and is its own inverse; the
   image of a line is a line. *)
Lemma facts : length l = size g /\ (forall c, inside c -> inside (to c)) /\ (forall c, inside c -> to (to c) = c) /\
  (forall a, In a (lines g) -> In (img a) (lines g)).
Proof.
  unfold keeps_lines in keeps. rewrite !andb_true_iff, !forallb_forall in keeps.
  destruct keeps as [[[L I] V] A]. apply Nat.eqb_eq in L. split; [easy|]. split; [|split].
  - intros c C. apply N.ltb_lt, I, nth_In. lia.
  - intros c C. apply N.eqb_eq, V. now apply numbers_spec.
  - intros a Ia. specialize (A a Ia). apply existsb_exists in A. destruct A as (b & B & E).
    apply N.eqb_eq in E. now rewrite E.
Qed.
(* A cell j is in the image of the set a exactly if some cell i of the board is in a and is mapped to j. *)
Lemma bit_image a j : bit (img a) j = true <-> exists i, inside i /\ to i = j /\ bit a i = true.
Proof.
  destruct facts as (L & _). rewrite image_spec. unfold to. split.
  - intros (i & E & B). assert (N.to_nat i < length l)%nat as Li by (apply nth_error_Some; congruence).
    exists i. split; [lia|]. split; [now apply nth_error_nth|easy].
  - intros (i & I & <- & B). exists i. split; [|easy]. apply nth_error_nth'. lia.
Qed.
(* For a cell c of the board, the cell `to c` is in the image of the set a exactly if c is in a. *)
Lemma bit_to a c : inside c -> bit (img a) (to c) = bit a c.
Proof.
  intros C. destruct facts as (_ & In_ & V & _). apply eq_true_iff_eq. rewrite bit_image. split.
  - intros (i & I & E & B). apply (f_equal to) in E. rewrite !V in E by easy. now subst.
  - intros B. now exists c.
Qed.
(* For a cell c of the board, the image of the set a with c added is the image of a with the cell `to c` added. *)
Lemma image_set a c : inside c -> img (N.setbit a c) = N.setbit (img a) (to c).
Proof.
  intros C. apply N.bits_inj. intros j. apply eq_true_iff_eq. rewrite bit_set, orb_true_iff, N.eqb_eq, !bit_image. split.
  - intros (i & I & E & B). rewrite bit_set, orb_true_iff, N.eqb_eq in B. destruct B as [->|B]; [now left|right; eauto].
  - intros [<-|(i & I & E & B)]; [exists c|exists i]; rewrite bit_set, ?N.eqb_refl, ?B, ?orb_true_r; auto.
Qed.
(* For a cell c of the board, the cell `to c` is free in the mirrored position exactly if c is free in the position (me, opp). *)
Lemma free_image me opp c : inside c -> free g (img me) (img opp) (to c) <-> free g me opp c.
Proof.
  intros C. destruct facts as (_ & In_ & _). unfold free. rewrite !bit_to by easy. split; intros (_ & ?); auto.
Qed.
(* A set s of cells contains a whole line exactly if its image does. *)
Lemma done_image s : done g s <-> done g (img s).
Proof.
  destruct facts as (_ & In_ & V & A).
  assert (forall s, done g s -> done g (img s)) as D.
  { intros t (a & I & W). exists (img a). split; [auto|]. intros j. rewrite !bit_image. intros (i & Ii & E & B). eauto. }
  split; [apply D|]. intros (a & I & W). exists (img a). split; [auto|]. intros j B.
  apply bit_image in B. destruct B as (i & Ii & <- & B). apply W in B.
  rewrite <- (V i Ii) in B. rewrite bit_to in B; auto.
Qed.
(* If the player can force his result from the position (me, opp), he can also force it from the mirrored position. *)
Theorem forced_image draws turn me opp : forced g draws turn me opp -> forced g draws turn (img me) (img opp).
Proof.
  destruct facts as (_ & In_ & V & _).
  induction 1 as [me opp c F D|me opp c F S IH|me opp [c0 F0] N A IH|turn me opp D N].
  - apply f_line with (to c); [apply free_image; [apply F|easy]|]. rewrite <- image_set by apply F. exact (proj1 (done_image _) D).
  - apply f_move with (to c); [apply free_image; [apply F|easy]|]. rewrite <- image_set by apply F. exact IH.
  - assert (forall c, free g (img me) (img opp) c -> inside (to c) /\ to (to c) = c /\ free g me opp (to c)) as Back.
    { intros c F. destruct F as (C & F). split; [auto|]. split; [auto|]. apply free_image; [auto|]. rewrite V by easy.
      now split. }
    apply f_reply.
    + exists (to c0). apply free_image; [apply F0|easy].
    + intros c F. destruct (Back c F) as (I & E & F'). rewrite <- E, <- image_set by easy. intros D.
      apply (N (to c) F'). exact (proj2 (done_image _) D).
    + intros c F. destruct (Back c F) as (I & E & F'). rewrite <- E, <- image_set by easy. auto.
  - apply f_full; [easy|]. intros c F. destruct F as (C & F). apply (N (to c)). apply free_image; [auto|].
    rewrite V by easy. now split.
Qed.
End Mirror.
