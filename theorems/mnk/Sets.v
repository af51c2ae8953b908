(* Positions as two sets of cells, each a binary number, and lines as such sets: what is forced there is forced
   on the board. *)
Require Import List Arith Bool Lia NArith.
From Zermelo.mnk Require Import Rules Board.
Import ListNotations.
Open Scope N_scope.

Notation bit := N.testbit.
Definition within (a b : N) := forall i, bit a i = true -> bit b i = true.
Definition withinb (a b : N) : bool := N.ldiff a b =? 0.
(* The test `withinb a b` is true exactly if the set a is a subset of the set b. *)
Lemma withinb_spec a b : withinb a b = true <-> within a b.
Proof.
  unfold withinb, within. rewrite N.eqb_eq. split.
  - intros E i A. assert (bit (N.ldiff a b) i = false) as F by (rewrite E; apply N.bits_0).
    rewrite N.ldiff_spec, A in F. now destruct (bit b i).
  - intros W. apply N.bits_inj. intros i. rewrite N.ldiff_spec, N.bits_0.
    destruct (bit a i) eqn:A; [|easy]. now rewrite (W i A).
Qed.
(* The set a with c added contains i exactly if i is c or a contains i. *)
Lemma bit_set a c i : bit (N.setbit a c) i = (c =? i) || bit a i.
Proof. apply N.setbit_eqb. Qed.
Definition disjoint (a b : N) := forall i, bit a i = true -> bit b i = true -> False.

Record game := { size : nat; lines : list N }.

Section Game.
Variable g : game.
Definition free (me opp c : N) := c < N.of_nat (size g) /\ bit me c = false /\ bit opp c = false.
Definition done (s : N) := exists l, In l (lines g) /\ within l s.

(* The player has the stones `me`; true: he is to move. *)
Inductive forced (draws : bool) : bool -> N -> N -> Prop :=
| f_line : forall me opp c, free me opp c -> done (N.setbit me c) -> forced draws true me opp
| f_move : forall me opp c, free me opp c -> forced draws false (N.setbit me c) opp -> forced draws true me opp
| f_reply : forall me opp, (exists c, free me opp c) -> (forall c, free me opp c -> ~ done (N.setbit opp c)) ->
    (forall c, free me opp c -> forced draws true me (N.setbit opp c)) -> forced draws false me opp
| f_full : forall turn me opp, draws = true -> (forall c, ~ free me opp c) -> forced draws turn me opp.

Definition numbers : list N := map N.of_nat (seq 0 (size g)).
(* The list `numbers` contains exactly the cells of the board, which are the numbers below its size. *)
Lemma numbers_spec c : In c numbers <-> c < N.of_nat (size g).
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros L. exists (N.to_nat c). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.
Definition freeb (me opp c : N) : bool := negb (bit me c) && negb (bit opp c).
(* For a cell c of the board, the test `freeb me opp c` is true exactly if c is free. *)
Lemma freeb_spec me opp c : c < N.of_nat (size g) -> freeb me opp c = true <-> free me opp c.
Proof. unfold freeb, free. destruct (bit me c), (bit opp c); cbn; intuition congruence. Qed.
(* Either some cell of the board is free or none is. *)
Lemma some_free me opp : (exists c, free me opp c) \/ (forall c, ~ free me opp c).
Proof.
  destruct (existsb (freeb me opp) numbers) eqn:E.
  - left. apply existsb_exists in E. destruct E as (c & I & F). apply numbers_spec in I. exists c. now apply freeb_spec.
  - right. intros c F. assert (existsb (freeb me opp) numbers = true); [|congruence].
    apply existsb_exists. exists c. split; [apply numbers_spec, F|now apply freeb_spec; [apply F|]].
Qed.
End Game.

(* ---- the lines of a board ---- *)
Section Lines.
Variables m n k : nat.
Definition number (c : nat * nat) : N := N.of_nat (snd c * m + fst c).
Definition set_of (l : list N) : N := fold_right (fun c s => N.setbit s c) 0 l.
(* The set made of a list l contains i exactly if i is in l. *)
Lemma set_of_spec l i : bit (set_of l) i = true <-> In i l.
Proof.
  induction l as [|c l IH]; cbn [set_of fold_right In].
  - rewrite N.bits_0. easy.
  - now rewrite bit_set, orb_true_iff, IH, N.eqb_eq.
Qed.
Definition on_board (c : nat * nat) : bool := ((fst c <? m) && (snd c <? n))%nat.
Definition lines_at (c : nat * nat) : list N :=
  flat_map (fun d => let l := map (along k (fst c) (snd c) d) (seq 0 k) in
                     if forallb on_board l then [set_of (map number l)] else []) (seq 0 4).
Definition game_of : game := {| size := n * m; lines := flat_map lines_at (cells m n) |}.

(* Two cells c and e in columns below m are equal if their numbers are equal. *)
Lemma number_inj c e : (fst c < m)%nat -> (fst e < m)%nat -> number c = number e -> c = e.
Proof.
  destruct c as [x y], e as [u v]. unfold number. cbn [fst snd]. intros X U E. apply Nat2N.inj in E.
  assert (y = v) by nia. subst. f_equal. lia.
Qed.
(* Each number c below n * m is the number of some cell (x, y) of the board. *)
Lemma number_of c : c < N.of_nat (n * m) -> exists x y, (x < m)%nat /\ (y < n)%nat /\ c = number (x, y).
Proof.
  intros L. set (i := N.to_nat c). assert (i < n * m)%nat as Li by (unfold i; lia).
  assert (0 < m)%nat by nia. exists (i mod m)%nat, (i / m)%nat. split; [apply Nat.mod_upper_bound; lia|].
  split; [apply Nat.div_lt_upper_bound; lia|]. unfold number. cbn [fst snd].
  rewrite Nat.mul_comm, <- Nat.div_mod by lia. unfold i. now rewrite N2Nat.id.
Qed.
(* A set l is a line of the game exactly if it consists of the k cells from some cell (x, y) on in one of
   the four directions d, all of which lie on the board. *)
Lemma lines_spec l : In l (lines game_of) <-> exists x y d, (x < m)%nat /\ (y < n)%nat /\ (d < 4)%nat /\
  (forall i, (i < k)%nat -> on_board (along k x y d i) = true) /\
  l = set_of (map number (map (along k x y d) (seq 0 k))).
Proof.
  cbn [lines game_of]. rewrite in_flat_map. split.
  - intros ([x y] & I & J). apply in_prod_iff in I. rewrite !in_seq in I. unfold lines_at in J.
    apply in_flat_map in J. destruct J as (d & D & J). apply in_seq in D. cbn [fst snd] in J. cbv zeta in J.
    destruct (forallb on_board _) eqn:F; [|easy]. destruct J as [<-|[]].
    exists x, y, d. repeat split; try lia. intros i Hi. rewrite forallb_forall in F. apply F, in_map, in_seq. lia.
  - intros (x & y & d & X & Y & D & F & ->). exists (x, y). split; [apply in_prod_iff; rewrite !in_seq; lia|].
    apply in_flat_map. exists d. split; [apply in_seq; lia|]. cbn [fst snd]. cbv zeta.
    assert (forallb on_board (map (along k x y d) (seq 0 k)) = true) as ->; [|now left].
    apply forallb_forall. intros c I. apply in_map_iff in I. destruct I as (i & <- & I). apply in_seq in I. apply F. lia.
Qed.

(* me: the stones of p; opp: those of the other side. *)
Variable p : player.
Definition shows (b : board) (q : player) (s : N) :=
  forall x y, (x < m)%nat -> (y < n)%nat -> b x y = Some q <-> bit s (number (x, y)) = true.
Definition rep (b : board) (me opp : N) := inside m n b /\ shows b p me /\ shows b (other p) opp.

Hypothesis K : (0 < k)%nat.
(* If s is the set of q's stones on b, then s contains a line of the game exactly if q has k or more stones in a row on b. *)
Lemma done_line b q s : inside m n b -> shows b q s -> done game_of s <-> line k b q.
Proof.
  intros I Sh. rewrite line_along. split.
  - intros (l & Il & W). apply lines_spec in Il. destruct Il as (x & y & d & X & Y & D & F & ->).
    exists x, y, d. split; [easy|]. intros i Hi. specialize (F i Hi). unfold on_board in F.
    apply andb_true_iff in F. rewrite !Nat.ltb_lt in F. unfold at_. apply Sh; try tauto.
    apply W, set_of_spec. rewrite <- surjective_pairing. apply in_map, in_map, in_seq. lia.
  - intros (x & y & d & D & F).
    assert (forall i, (i < k)%nat -> (fst (along k x y d i) < m /\ snd (along k x y d i) < n)%nat) as B.
    { intros i Hi. apply I. specialize (F i Hi). unfold at_ in F. now rewrite F. }
    exists (set_of (map number (map (along k x y d) (seq 0 k)))). split.
    + apply lines_spec. exists x, y, d.
      assert (x < m /\ y < n)%nat as [X Y].
      { pose proof (B 0%nat K) as B0. pose proof (B (k - 1)%nat ltac:(lia)) as B1.
        unfold along in B0, B1. destruct d as [|[|[|d]]]; cbn [fst snd] in *; lia. }
      repeat split; auto. intros i Hi. unfold on_board. apply andb_true_iff. rewrite !Nat.ltb_lt. auto.
    + intros j J. apply set_of_spec in J. apply in_map_iff in J. destruct J as (c & <- & J).
      apply in_map_iff in J. destruct J as (i & <- & J). apply in_seq in J.
      rewrite (surjective_pairing (along k x y d i)). apply Sh; [apply B; lia..|]. apply F. lia.
Qed.
(* If (me, opp) represents the board b, then a cell (x, y) is free in (me, opp) exactly if a stone may
   legally be placed there on b. *)
Lemma rep_free b me opp x y : rep b me opp -> (x < m)%nat -> (y < n)%nat ->
  free game_of me opp (number (x, y)) <-> legal m n b x y.
Proof.
  intros (I & R1 & R2) X Y. unfold free, legal. cbn [size game_of]. specialize (R1 x y X Y). specialize (R2 x y X Y).
  assert (number (x, y) < N.of_nat (n * m)) as L by (unfold number; cbn [fst snd]; nia).
  destruct (b x y) as [q|].
  - split; [|now intros (_ & _ & ?)]. intros (_ & B1 & B2).
    assert (q = p \/ q = other p) as [->| ->] by (destruct p, q; auto).
    + rewrite (proj1 R1 eq_refl) in B1. discriminate.
    + rewrite (proj1 R2 eq_refl) in B2. discriminate.
  - split; [easy|]. intros _. split; [easy|]. split; apply not_true_is_false; intros B; [apply R1 in B|apply R2 in B]; discriminate.
Qed.
(* If s is the set of q's stones on b, then s with (x, y) added is the set of q's stones after q has placed a stone on (x, y). *)
Lemma shows_own b q x y s : shows b q s -> (x < m)%nat -> shows (place b x y q) q (N.setbit s (number (x, y))).
Proof.
  intros Sh X u v U V. rewrite bit_set, orb_true_iff, N.eqb_eq. destruct (same_cell (u, v) (x, y)) as [E|E].
  - injection E as -> ->. rewrite place_same. tauto.
  - rewrite place_else by easy. rewrite (Sh u v U V). split; [auto|]. intros [Q|Q]; [|easy].
    apply number_inj in Q; cbn; congruence.
Qed.
(* If s is the set of r's stones on b, it remains the set of r's stones after r's opponent q has placed a
   stone on an empty cell. *)
Lemma shows_other b q r x y s : q <> r -> b x y = None -> shows b r s -> shows (place b x y q) r s.
Proof.
  intros D N Sh u v U V. rewrite <- (Sh u v U V). destruct (same_cell (u, v) (x, y)) as [E|E].
  - injection E as -> ->. rewrite place_same, N. split; congruence.
  - now rewrite place_else.
Qed.
(* If (me, opp) represents the board b, then the board after a legal move of p to (x, y) is represented
   by (me, opp) with that cell added to me. *)
Lemma rep_mine b me opp x y : rep b me opp -> legal m n b x y ->
  rep (place b x y p) (N.setbit me (number (x, y))) opp.
Proof.
  intros (I & R1 & R2) L. split; [|split].
  - now apply inside_place.
  - apply shows_own; [easy|apply L].
  - apply shows_other; [now destruct p|apply L|easy].
Qed.
(* If (me, opp) represents the board b, then the board after a legal move of p's opponent to (x, y) is
   represented by (me, opp) with that cell added to opp. *)
Lemma rep_theirs b me opp x y : rep b me opp -> legal m n b x y ->
  rep (place b x y (other p)) me (N.setbit opp (number (x, y))).
Proof.
  intros (I & R1 & R2) L. split; [|split].
  - now apply inside_place.
  - apply shows_other; [now destruct p|apply L|easy].
  - apply shows_own; [easy|apply L].
Qed.
(* If (me, opp) represents the board b, then each free cell c is the number of a cell (x, y) on which a
   stone may legally be placed. *)
Lemma rep_legal b me opp c : rep b me opp -> free game_of me opp c -> exists x y, c = number (x, y) /\ legal m n b x y.
Proof.
  intros R F. destruct (number_of c) as (x & y & X & Y & ->); [apply F|]. exists x, y. split; [easy|].
  now apply (rep_free b me opp x y R X Y).
Qed.
(* If a result is forced in a position (me, opp) that represents the board b, then p can force it on b by the rules, where p is to
   move if turn is true and his opponent if not. *)
Theorem forced_secures draws turn me opp : forced game_of draws turn me opp -> forall b, rep b me opp ->
  secures m n k p draws (if turn then p else other p) b.
Proof.
  induction 1 as [me opp c F D|me opp c F S IH|me opp [c0 F0] N A IH|turn me opp D N]; intros b R.
  - destruct (rep_legal b me opp c R F) as (x & y & -> & L). apply s_line with x y; [easy|].
    pose proof (rep_mine b me opp x y R L) as (I & R1 & _). now apply (done_line _ p _ I R1).
  - destruct (rep_legal b me opp c R F) as (x & y & -> & L). apply s_move with x y; [easy|].
    apply IH. now apply rep_mine.
  - assert (forall x y, legal m n b x y -> free game_of me opp (number (x, y))) as G.
    { intros x y L. apply (rep_free b me opp x y R); [apply L..|easy]. }
    apply s_reply.
    + destruct (rep_legal b me opp c0 R F0) as (x & y & -> & L). eauto.
    + intros x y L Ln. apply (N _ (G x y L)).
      pose proof (rep_theirs b me opp x y R L) as (I & _ & R2). now apply (done_line _ (other p) _ I R2).
    + intros x y L. apply (IH _ (G x y L)). now apply rep_theirs.
  - apply s_full; [easy|]. intros x y L. apply (N (number (x, y))). apply (rep_free b me opp x y R); [apply L..|easy].
Qed.
(* The empty board is represented by two empty sets. *)
Lemma rep_empty : rep empty 0 0.
Proof.
  split; [apply inside_empty|]. split; intros x y _ _; rewrite N.bits_0; split; discriminate.
Qed.
End Lines.
