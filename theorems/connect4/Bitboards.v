(* Bitboards: cell (x, y) is bit x * (H + 1) + y of a word, and bit H of each column stays empty. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Boards Words.
Import ListNotations.

(* The union of a list. *)
Definition lor_all (l : list word) : word := fold_right (fun a b => (a lor b)%word) 0%word l.
(* The union has a bit if a word of the list has it. *)
Lemma tb_lor_all l k : tb (lor_all l) k = true <-> exists a, In a l /\ tb a k = true.
Proof.
  induction l; cbn.
  - rewrite tb_0. split; [discriminate|]. now intros [? [[] ?]].
  - rewrite tb_lor, orb_true_iff, IHl. split.
    + intros [?|[b [? ?]]]; eauto.
    + intros [b [[<-|?] ?]]; eauto.
Qed.

Section Bitboards.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.

(* The bit of a cell. *)
Definition index (x y : nat) : nat := (x * S H + y)%nat.
(* Cells of different places have different bits. *)
Lemma index_inj x y x' y' : (y <= H)%nat -> (y' <= H)%nat -> index x y = index x' y' -> x = x' /\ y = y'.
Proof. clear fits. unfold index. intros. apply (Nat.div_mod_unique (S H)); lia. Qed.
(* All bits of a board fit. *)
Lemma index_small x y : (x < W)%nat -> (y <= H)%nat -> (index x y < 62)%nat.
Proof. unfold index. intros. nia. Qed.

(* The stones of q are the bits of s. *)
Definition shows (q : player) (b : board) (s : word) := forall k, tb s k = true <->
  exists x y, (x < W)%nat /\ (y < H)%nat /\ k = index x y /\ cell b x y = Some q.
(* The stones of p are those of `me`, and those of the other side those of `opp`. *)
Definition rep p b me opp := shape W H b /\ shows p b me /\ shows (other p) b opp.

(* A bit says whose stone is in its cell. *)
Lemma shows_cell q b s x y : shape W H b -> shows q b s -> (y <= H)%nat ->
  tb s (index x y) = true <-> cell b x y = Some q.
Proof.
  intros [L S] R Y. rewrite (R (index x y)). split.
  - intros (x' & y' & X' & Y' & E & C). apply index_inj in E; [|lia|lia]. now destruct E as [-> ->].
  - intros C. destruct (cell_bounds _ _ _ _ C) as [X Y']. rewrite L in X. specialize (S x X).
    exists x, y. repeat split; auto. lia.
Qed.
(* The same for a bit that is d bits higher. *)
Lemma step q b s x y x' y' d : shape W H b -> shows q b s -> (y' <= H)%nat ->
  (index x y + d)%nat = index x' y' -> tb s (index x y + d) = true <-> cell b x' y' = Some q.
Proof. intros Sh R Y E. rewrite E. now apply shows_cell. Qed.
(* The bit above a column is never set. *)
Lemma tb_top q b s x : shows q b s -> tb s (index x H) = true -> False.
Proof.
  intros R K. apply R in K. destruct K as (x' & y' & X & Y & E & C).
  apply index_inj in E; lia.
Qed.

(* Boards that look the same have as many empty cells. *)
Lemma rep_left p a b me opp : rep p a me opp -> rep p b me opp -> left W H a = left W H b.
Proof.
  assert (forall a b, rep p a me opp -> rep p b me opp -> forall x y q, (x < W)%nat -> (y <= H)%nat ->
    cell a x y = Some q -> cell b x y = Some q) as Same.
  { clear a b. intros a b (Sa & A1 & A2) (Sb & B1 & B2) x y q X Y C.
    destruct (two_players p q) as [->| ->].
    - apply (shows_cell p b me), (shows_cell p a me); auto.
    - apply (shows_cell (other p) b opp), (shows_cell (other p) a opp); auto. }
  assert (forall a b, rep p a me opp -> rep p b me opp -> forall x, (x < W)%nat ->
    (length (column a x) <= length (column b x))%nat) as Lower.
  { clear a b. intros a b Ra Rb x X. destruct (Nat.le_gt_cases (length (column a x)) (length (column b x))) as [|G]; [easy|].
    exfalso. assert (cell a x (length (column b x)) <> None) as N by now apply nth_error_Some.
    destruct (cell a x (length (column b x))) as [q|] eqn:C; [|easy].
    apply (Same a b Ra Rb) in C; auto.
    - apply cell_bounds in C. lia.
    - destruct Ra as ([_ S] & _). specialize (S x X). lia. }
  intros Ra Rb. pose proof Ra as ([La _] & _). pose proof Rb as ([Lb _] & _).
  apply left_heights; [congruence|]. intros x X. rewrite La in X.
  apply Nat.le_antisymm; now apply Lower.
Qed.
End Bitboards.
