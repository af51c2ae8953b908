(* Four in a row on bitboards: shifts and intersections. *)
Require Import List Arith Bool Lia ZArith Uint63.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards.

(* Are four bits set, at a distance d from one to the next? dd is twice d. *)
Definition line (d dd : int) (s : int) : bool :=
  let a := (s land (s >> d))%uint63 in negb ((a land (a >> dd)) =? 0)%uint63.
(* The shifts find four bits at that distance. *)
Lemma line_spec d s : (2 * d < 63)%nat ->
  line (int_of d) (int_of (2 * d)) s = true <->
  exists k, tb s k = true /\ tb s (k + d) = true /\ tb s (k + 2 * d) = true /\ tb s (k + 3 * d) = true.
Proof.
  intros D. unfold line. rewrite negb_true_iff, tb_nonzero.
  split; intros [k K]; exists k; revert K;
    rewrite !tb_land, !tb_shr, !tb_land, !tb_shr, !int_of_to, !andb_true_iff by lia;
    replace (k + 3 * d)%nat with (k + 2 * d + d)%nat by lia; tauto.
Qed.

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
Lemma across q b s : shape b -> shows q b s -> (2 * S H < 63)%nat ->
  line (int_of (S H)) (int_of (2 * S H)) s = true <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) y = Some q.
Proof.
  intros Sh R D. rewrite line_spec by easy. split.
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
Lemma rising q b s : shape b -> shows q b s -> (2 * S (S H) < 63)%nat ->
  line (int_of (S (S H))) (int_of (2 * S (S H))) s = true <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) (y + i) = Some q.
Proof.
  intros Sh R D. rewrite line_spec by easy. split.
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
  line (int_of 1) (int_of 2) s = true <->
  exists x y, forall i, (i < 4)%nat -> cell b x (y + i) = Some q.
Proof.
  intros Sh R. rewrite (line_spec 1) by lia. split.
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
Lemma falling q b s : shape b -> shows q b s -> (2 * H < 63)%nat ->
  line (int_of H) (int_of (2 * H)) s = true <->
  exists x y, forall i, (i < 4)%nat -> cell b (x + i) (y + 3 - i) = Some q.
Proof.
  intros Sh R D. rewrite line_spec by easy. split.
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

(* Four in a row in any direction, the likeliest first. *)
Definition won (d1 d2 d3 d4 e1 e2 e3 e4 s : int) : bool :=
  if line d1 e1 s then true else if line d2 e2 s then true else if line d3 e3 s then true else line d4 e4 s.

(* For columns of H cells. *)
Definition wins := won (int_of 1) (int_of H) (int_of (S H)) (int_of (S (S H)))
  (int_of 2) (int_of (2 * H)) (int_of (2 * S H)) (int_of (2 * S (S H))).
Hypothesis narrow : (2 * S (S H) < 63)%nat.
(* The bitboard has four in a row exactly if the board has. *)
Lemma wins_four q b s : shape b -> shows q b s -> wins s = true <-> four b q.
Proof.
  intros Sh R. unfold wins, won.
  pose proof (upright q b s Sh R) as A1. pose proof (falling q b s Sh R ltac:(lia)) as A2.
  pose proof (across q b s Sh R ltac:(lia)) as A3. pose proof (rising q b s Sh R ltac:(lia)) as A4.
  destruct (line (int_of 1) _ s); [|destruct (line (int_of H) _ s); [|destruct (line (int_of (S H)) _ s)]].
  - split; [|auto]. destruct A1 as [A1 _]. destruct A1 as (x & y & F); [easy|]. exists x, y. auto.
  - split; [|auto]. destruct A2 as [A2 _]. destruct A2 as (x & y & F); [easy|]. exists x, y. auto.
  - split; [|auto]. destruct A3 as [A3 _]. destruct A3 as (x & y & F); [easy|]. exists x, y. auto.
  - rewrite A4. split.
    + intros (x & y & F). exists x, y. auto.
    + intros (x & y & [F|[F|[F|F]]]).
      * assert (false = true) by (apply A3; eauto). discriminate.
      * assert (false = true) by (apply A1; eauto). discriminate.
      * eauto.
      * assert (false = true) by (apply A2; eauto). discriminate.
Qed.
(* More stones are no fewer fours. *)
Lemma wins_more s t : (forall k, tb s k = true -> tb t k = true) -> wins s = true -> wins t = true.
Proof.
  intros I. unfold wins, won.
  assert (M : forall d, (2 * d < 63)%nat -> line (int_of d) (int_of (2 * d)) s = true -> line (int_of d) (int_of (2 * d)) t = true).
  { intros d D. rewrite !line_spec by easy. intros (k & ? & ? & ? & ?). exists k. auto. }
  pose proof (M 1 ltac:(lia))%nat as M1. change (2 * 1)%nat with 2%nat in M1.
  pose proof (M H ltac:(lia))%nat as M2. pose proof (M (S H) ltac:(lia))%nat as M3.
  pose proof (M (S (S H)) ltac:(lia))%nat as M4.
  destruct (line (int_of 1) (int_of 2) s); [now rewrite M1|].
  destruct (line (int_of 1) (int_of 2) t); [easy|].
  destruct (line (int_of H) _ s); [now rewrite M2|].
  destruct (line (int_of H) _ t); [easy|].
  destruct (line (int_of (S H)) _ s); [now rewrite M3|].
  destruct (line (int_of (S H)) _ t); [easy|]. exact M4.
Qed.
End FourBits.
