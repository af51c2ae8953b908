(* Pairings: a player who answers each stone in a pair by the pair's other cell does not lose. *)
Require Import List Arith Bool Lia.
From Zermelo.mnk Require Import Rules Board.
Import ListNotations.

Section Pairing.
Variables m n k : nat.
(* The other cell of the pair, or the cell itself if it is in none. *)
Variable partner : nat * nat -> nat * nat.
Hypothesis mutual : forall c, partner (partner c) = c.
(* Each line that lies on the board has a pair in it. *)
Hypothesis covers : forall x y d, d < 4 ->
  (forall i, i < k -> fst (along k x y d i) < m /\ snd (along k x y d i) < n) ->
  exists i j, i < k /\ j < k /\ partner (along k x y d i) = along k x y d j /\ along k x y d i <> along k x y d j.

Variable p : player.
Definition answered (b : board) := forall c, at_ b c = Some (other p) -> partner c <> c ->
  fst (partner c) < m -> snd (partner c) < n -> at_ b (partner c) = Some p.

(* If all stones of b lie on the m columns and n rows, at most N cells there are empty, and player p has answered each stone
   of the other side in its pair, then p can force at least a draw when the other side is to move. *)
Lemma pairing_secures N : forall b, length (empties m n b) <= N -> inside m n b -> answered b ->
  secures m n k p true (other p) b.
Proof.
  induction N as [N IH] using lt_wf_ind. intros b Le I A.
  destruct (some_move m n b) as [Some_|None_]; [|now apply s_full].
  apply s_reply; [easy| |].
  - intros x y L F. apply line_along in F. destruct F as (u & v & d & D & F).
    assert (inside m n (place b x y (other p))) as I' by now apply inside_place.
    assert (forall i, i < k -> fst (along k u v d i) < m /\ snd (along k u v d i) < n) as B.
    { intros i Hi. apply I'. specialize (F i Hi). unfold at_ in F. now rewrite F. }
    destruct (covers u v d D B) as (i & j & Hi & Hj & P & Ne).
    assert (forall c e, partner c = e -> c <> e -> at_ b c = Some (other p) ->
      at_ b e = Some (other p) \/ at_ b e = None -> fst e < m -> snd e < n -> False) as Q.
    { intros c e Pe Nc C E X Y. unfold answered in A. specialize (A c C). rewrite Pe in A.
      rewrite A in E by auto. destruct p, E; discriminate. }
    pose proof (F i Hi) as Fi. pose proof (F j Hj) as Fj.
    pose proof (B i Hi) as Bi. pose proof (B j Hj) as Bj.
    rewrite at_place in Fi, Fj. destruct L as (X & Y & L).
    destruct (same_cell (along k u v d i) (x, y)) as [Ei|Ei], (same_cell (along k u v d j) (x, y)) as [Ej|Ej].
    + congruence.
    + apply (Q (along k u v d j) (along k u v d i)); try tauto; [|congruence|].
      * now rewrite <- P, mutual.
      * right. rewrite Ei. exact L.
    + apply (Q (along k u v d i) (along k u v d j)); try tauto. right. rewrite Ej. exact L.
    + apply (Q (along k u v d i) (along k u v d j)); tauto.
  - intros x y L. set (b1 := place b x y (other p)).
    assert (inside m n b1) as I1 by now apply inside_place.
    pose proof (empties_place m n b x y (other p) L) as Less. fold b1 in Less.
    (* Any answer that leaves the new stone's pair answered. *)
    assert (forall u v, legal m n b1 u v ->
      (partner (x, y) <> (x, y) -> fst (partner (x, y)) < m -> snd (partner (x, y)) < n ->
       at_ (place b1 u v p) (partner (x, y)) = Some p) -> secures m n k p true p b1) as Go.
    { intros u v L1 P. apply s_move with u v; [easy|].
      pose proof (empties_place m n b1 u v p L1) as Less1.
      apply (IH (length (empties m n (place b1 u v p)))); [lia|lia|now apply inside_place|].
      intros c C Nc X Y. rewrite at_place in C. destruct (same_cell c (u, v)) as [|Nu].
      { destruct p; discriminate. }
      unfold b1 in C. rewrite at_place in C. destruct (same_cell c (x, y)) as [->|Nx]; [auto|].
      pose proof (A c C Nc X Y) as Ap. rewrite at_place. destruct (same_cell (partner c) (u, v)); [easy|].
      unfold b1. rewrite at_place. destruct (same_cell (partner c) (x, y)) as [E|]; [|easy].
      destruct L as (_ & _ & L). unfold at_ in Ap. rewrite E in Ap. cbn in Ap. congruence. }
    destruct (partner (x, y)) as [u v] eqn:P.
    destruct (is_legal m n b1 u v) as [L1|N1].
    + apply (Go u v L1). intros _ _ _. rewrite at_place. now destruct (same_cell (u, v) (u, v)).
    + destruct (some_move m n b1) as [(u' & v' & L1)|None1]; [|now apply s_full].
      apply (Go u' v' L1). intros Ne X Y. cbn in X, Y. rewrite at_place.
      destruct (same_cell (u, v) (u', v')) as [|]; [easy|].
      unfold b1. rewrite at_place. destruct (same_cell (u, v) (x, y)); [easy|].
      destruct (at_ b (u, v)) as [q|] eqn:E.
      * assert (q = p \/ q = other p) as [->| ->] by (destruct p, q; auto); [easy|exfalso].
        assert (partner (u, v) = (x, y)) as P' by now rewrite <- P, mutual.
        assert (at_ b (partner (u, v)) = Some p) as Z.
        { destruct L as (Lx & Ly & _). apply A; rewrite ?P'; auto. }
        destruct L as (_ & _ & L). rewrite P' in Z. unfold at_ in Z. cbn in Z. congruence.
      * exfalso. apply N1. split; [easy|]. split; [easy|].
        change (at_ b1 (u, v) = None). unfold b1. rewrite at_place. now destruct (same_cell (u, v) (x, y)).
Qed.
End Pairing.

(* The second player does not lose if every line of the board has a pair in it. *)
Theorem pairing_draws m n k partner : (forall c, partner (partner c) = c) ->
  (forall x y d, d < 4 -> (forall i, i < k -> fst (along k x y d i) < m /\ snd (along k x y d i) < n) ->
   exists i j, i < k /\ j < k /\ partner (along k x y d i) = along k x y d j /\ along k x y d i <> along k x y d j) ->
  secures m n k Second true First empty.
Proof.
  intros M C. apply (pairing_secures m n k partner M C Second (length (empties m n empty)) empty).
  - lia.
  - apply inside_empty.
  - intros c E. discriminate.
Qed.
