(* Four in a row on bitboards. *)
Require Import List Arith Bool Lia.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards.

Section FourBits.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.

Notation index := (index H).
Notation shape := (shape W H).
Notation shows := (shows W H).
Notation shows_cell := (shows_cell W H fits).
Notation step := (step W H fits).
Notation tb_top := (tb_top W H fits).

(* Put the bit K of the bitboard back to a cell (x, y) of the board. *)
Ltac at_cell Sh R K x y :=
  let X := fresh "X" in let Y := fresh "Y" in let C := fresh "C" in
  apply R in K; destruct K as (x & y & X & Y & -> & C).

(* Four across are at a distance of one column. *)
Lemma across q b s : shape b -> shows q b s ->
  line (S H) s <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) y = Some q.
Proof.
  intros Sh R. split.
  - intros (k & K0 & K1 & K2 & K3). at_cell Sh R K0 x y. exists x, y.
    rewrite (step q b s x y (x + 1) y) in K1 by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 2) y) in K2 by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 3) y) in K3 by (auto; unfold index; lia).
    intros [|[|[|[|i]]]] I; rewrite ?Nat.add_0_r; auto; lia.
  - intros (x & y & F). pose proof (F 0 ltac:(lia))%nat as C. rewrite Nat.add_0_r in C.
    destruct (cell_bounds _ _ _ _ C) as [X Y]. pose proof Sh as [L S]. rewrite L in X. specialize (S x X).
    exists (index x y).
    rewrite (step q b s x y (x + 1) y) by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 2) y) by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 3) y) by (auto; unfold index; lia).
    rewrite (shows_cell q b s) by (auto; lia). auto 10 using F with arith.
Qed.

(* Four on a rising diagonal are at a distance of one column and one cell. *)
Lemma rising q b s : shape b -> shows q b s ->
  line (S (S H)) s <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) (y + i) = Some q.
Proof.
  intros Sh R. split.
  - intros (k & K0 & K1 & K2 & K3). at_cell Sh R K0 x y. exists x, y.
    rewrite (step q b s x y (x + 1) (y + 1)) in K1 by (auto; unfold index; lia).
    destruct (cell_bounds _ _ _ _ K1) as [X1 Y1]. pose proof Sh as [L S]. rewrite L in X1. pose proof (S _ X1).
    rewrite (step q b s x y (x + 2) (y + 2)) in K2 by (auto; unfold index; lia).
    destruct (cell_bounds _ _ _ _ K2) as [X2 Y2]. rewrite L in X2. pose proof (S _ X2).
    rewrite (step q b s x y (x + 3) (y + 3)) in K3 by (auto; unfold index; lia).
    intros [|[|[|[|i]]]] I; rewrite ?Nat.add_0_r; auto; lia.
  - intros (x & y & F). pose proof (F 3 ltac:(lia))%nat as C.
    destruct (cell_bounds _ _ _ _ C) as [X Y]. pose proof Sh as [L S]. rewrite L in X. specialize (S _ X).
    exists (index x y).
    rewrite (step q b s x y (x + 1) (y + 1)) by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 2) (y + 2)) by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 3) (y + 3)) by (auto; unfold index; lia).
    rewrite (shows_cell q b s) by (auto; lia).
    pose proof (F 0 ltac:(lia))%nat as C0. rewrite !Nat.add_0_r in C0. auto 10 using F with arith.
Qed.

(* Four upright are at a distance of one cell. *)
Lemma upright q b s : shape b -> shows q b s ->
  line 1 s <->
  exists x y, forall i, (i < 4)%nat -> cell b x (y + i) = Some q.
Proof.
  intros Sh R. split.
  - intros (k & K0 & K1 & K2 & K3). at_cell Sh R K0 x y. exists x, y.
    rewrite (step q b s x y x (y + 1)) in K1 by (auto; unfold index; lia).
    destruct (cell_bounds _ _ _ _ K1) as [X1 Y1]. pose proof Sh as [L S]. pose proof (S _ X).
    rewrite (step q b s x y x (y + 2)) in K2 by (auto; unfold index; lia).
    destruct (cell_bounds _ _ _ _ K2) as [X2 Y2].
    rewrite (step q b s x y x (y + 3)) in K3 by (auto; unfold index; lia).
    intros [|[|[|[|i]]]] I; rewrite ?Nat.add_0_r; auto; lia.
  - intros (x & y & F). pose proof (F 3 ltac:(lia))%nat as C.
    destruct (cell_bounds _ _ _ _ C) as [X Y]. pose proof Sh as [L S]. rewrite L in X. specialize (S _ X).
    exists (index x y).
    rewrite (step q b s x y x (y + 1)) by (auto; unfold index; lia).
    rewrite (step q b s x y x (y + 2)) by (auto; unfold index; lia).
    rewrite (step q b s x y x (y + 3)) by (auto; unfold index; lia).
    rewrite (shows_cell q b s) by (auto; lia).
    pose proof (F 0 ltac:(lia))%nat as C0. rewrite !Nat.add_0_r in C0. auto 10 using F with arith.
Qed.

(* Four on a falling diagonal are at a distance of one column less one cell. *)
Lemma falling q b s : shape b -> shows q b s ->
  line H s <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) (y + 3 - i) = Some q.
Proof.
  intros Sh R. split.
  - intros (k & K0 & K1 & K2 & K3). at_cell Sh R K0 x y.
    assert (y >= 1)%nat.
    { destruct y; [|lia]. exfalso. apply (tb_top q b s x R). now replace (index x H) with (index x 0 + H)%nat by (unfold index; lia). }
    assert (y >= 2)%nat.
    { destruct (Nat.eq_dec y 1) as [->|]; [|lia]. exfalso. apply (tb_top q b s (x + 1) R).
      now replace (index (x + 1) H) with (index x 1 + 2 * H)%nat by (unfold index; lia). }
    assert (y >= 3)%nat.
    { destruct (Nat.eq_dec y 2) as [->|]; [|lia]. exfalso. apply (tb_top q b s (x + 2) R).
      now replace (index (x + 2) H) with (index x 2 + 3 * H)%nat by (unfold index; lia). }
    rewrite (step q b s x y (x + 1) (y - 1)) in K1 by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 2) (y - 2)) in K2 by (auto; unfold index; lia).
    rewrite (step q b s x y (x + 3) (y - 3)) in K3 by (auto; unfold index; lia).
    exists x, (y - 3)%nat.
    intros [|[|[|[|i]]]] I; [| | | |lia].
    + now replace (y - 3 + 3 - 0)%nat with y by lia; rewrite Nat.add_0_r.
    + now replace (y - 3 + 3 - 1)%nat with (y - 1)%nat by lia.
    + now replace (y - 3 + 3 - 2)%nat with (y - 2)%nat by lia.
    + now replace (y - 3 + 3 - 3)%nat with (y - 3)%nat by lia.
  - intros (x & y & F). pose proof (F 0 ltac:(lia))%nat as C0. pose proof (F 1 ltac:(lia))%nat as C1.
    pose proof (F 2 ltac:(lia))%nat as C2. pose proof (F 3 ltac:(lia))%nat as C3.
    rewrite Nat.add_0_r in C0. replace (y + 3 - 0)%nat with (y + 3)%nat in C0 by lia.
    destruct (cell_bounds _ _ _ _ C0) as [X Y]. pose proof Sh as [L S]. rewrite L in X. specialize (S _ X).
    exists (index x (y + 3)).
    rewrite (step q b s x (y + 3) (x + 1) (y + 3 - 1)) by (auto; unfold index; lia).
    rewrite (step q b s x (y + 3) (x + 2) (y + 3 - 2)) by (auto; unfold index; lia).
    rewrite (step q b s x (y + 3) (x + 3) (y + 3 - 3)) by (auto; unfold index; lia).
    rewrite (shows_cell q b s) by (auto; lia). auto.
Qed.

(* For columns of H cells. *)
Definition wins := fours H.
Hypothesis narrow : (2 * S (S H) < 63)%nat.
(* The bitboard has four in a row exactly if the board has. *)
Lemma wins_four q b s : shape b -> shows q b s -> wins s = true <-> four b q.
Proof.
  intros Sh R. unfold wins. rewrite fours_spec by easy. split.
  - intros (d & I & L). destruct I as [<-|[<-|[<-|[<-|[]]]]].
    + apply (upright q b s Sh R) in L. destruct L as (x & y & F). exists x, y. auto.
    + apply (falling q b s Sh R) in L. destruct L as (x & y & F). exists x, y. auto.
    + apply (across q b s Sh R) in L. destruct L as (x & y & F). exists x, y. auto.
    + apply (rising q b s Sh R) in L. destruct L as (x & y & F). exists x, y. auto.
  - intros (x & y & [F|[F|[F|F]]]).
    + exists (S H). split; [cbn; auto|]. apply (across q b s Sh R). eauto.
    + exists 1%nat. split; [cbn; auto|]. apply (upright q b s Sh R). eauto.
    + exists (S (S H)). split; [cbn; auto|]. apply (rising q b s Sh R). eauto.
    + exists H. split; [cbn; auto|]. apply (falling q b s Sh R). eauto.
Qed.
(* More stones are no fewer fours. *)
Lemma wins_more s t : (forall k, tb s k = true -> tb t k = true) -> wins s = true -> wins t = true.
Proof.
  intros I. unfold wins. rewrite !fours_spec by easy. intros (d & D & k & K0 & K1 & K2 & K3).
  exists d. split; [easy|]. exists k. auto.
Qed.
End FourBits.
