(* Strategy stealing: from the empty board the first player does not lose, whatever the board (J. Nash, about
   1949; Hales & Jewett, 1963). *)
Require Import List Arith Bool Lia.
From Zermelo.mnk Require Import Rules Board.
Import ListNotations.

(* ---- each position is decided ---- *)
(* If each pair in the list l satisfies P or Q, then some pair in l satisfies P or all pairs in l satisfy Q. *)
Lemma all_or_some (P : nat -> nat -> Prop) (Q : nat -> nat -> Prop) (l : list (nat * nat)) :
  (forall x y, In (x, y) l -> P x y \/ Q x y) ->
  (exists x y, In (x, y) l /\ P x y) \/ (forall x y, In (x, y) l -> Q x y).
Proof.
  induction l as [|[x y] l IH]; intros D; [right; easy|].
  destruct (D x y (or_introl eq_refl)) as [L|R].
  - left. exists x, y. split; [now left|easy].
  - destruct IH as [(u & v & I & L)|A].
    + intros u v I. apply D. now right.
    + left. exists u, v. split; [now right|easy].
    + right. intros u v [E|I]; [now injection E as <- <-|auto].
Qed.
Definition has (b : board) (q : player) (c : nat * nat) : bool :=
  match at_ b c, q with Some First, First | Some Second, Second => true | _, _ => false end.
(* The test `has b q c` is true exactly if cell c of board b holds a stone of q. *)
Lemma has_spec b q c : has b q c = true <-> at_ b c = Some q.
Proof. unfold has. destruct (at_ b c) as [[]|], q; split; congruence. Qed.
Definition lineb (m n k : nat) (b : board) (q : player) : bool :=
  existsb (fun c : nat * nat => existsb (fun d => forallb (fun i => has b q (along k (fst c) (snd c) d i)) (seq 0 k))
    (seq 0 4)) (cells m n).
(* If k > 0 and all stones of b lie on m columns and n rows, the test `lineb` is true exactly if q has k
   or more stones in a row on b. *)
Lemma lineb_spec m n k b q : 0 < k -> inside m n b -> lineb m n k b q = true <-> line k b q.
Proof.
  intros K I. unfold lineb. rewrite line_along, existsb_exists.
  assert (S : forall x y, existsb (fun d => forallb (fun i => has b q (along k x y d i)) (seq 0 k)) (seq 0 4) = true <->
    exists d, d < 4 /\ forall i, i < k -> at_ b (along k x y d i) = Some q).
  { intros x y. rewrite existsb_exists. split; intros (d & D & F); exists d.
    - apply in_seq in D. split; [lia|]. intros i Hi. rewrite forallb_forall in F. apply has_spec, F, in_seq. lia.
    - split; [apply in_seq; lia|]. rewrite forallb_forall. intros i Hi. apply in_seq in Hi. apply has_spec, F. lia. }
  split.
  - intros ([x y] & _ & F). apply S in F. cbn [fst snd] in F. firstorder.
  - intros (x & y & d & D & F). exists (x, y). split; [|apply S; eauto].
    assert (forall c, at_ b c = Some q -> fst c < m /\ snd c < n) as J.
    { intros c E. apply I. unfold at_ in E. now rewrite E. }
    pose proof (J _ (F 0 K)) as J0. apply in_prod_iff. rewrite !in_seq.
    unfold along in J0. destruct d as [|[|[|d]]]; cbn in J0; lia.
Qed.
(* If k > 0 and all stones of b lie on m columns and n rows, then q either has k or more stones in a row on b or has not. *)
Lemma line_or_not m n k b q : 0 < k -> inside m n b -> line k b q \/ ~ line k b q.
Proof.
  intros K I. destruct (lineb m n k b q) eqn:E.
  - left. now apply (lineb_spec m n k b q K I).
  - right. intros L. apply (lineb_spec m n k b q K I) in L. congruence.
Qed.

Section Stealing.
Variables m n k : nat.
Hypothesis K : 0 < k.
Notation secures := (secures m n k).

(* From each board b on m columns and n rows, whoever is to move, either p can force a win or p's
   opponent can force that he wins or draws. *)
Theorem determined N : forall p turn b, length (empties m n b) <= N -> inside m n b ->
  secures p false turn b \/ secures (other p) true turn b.
Proof.
  induction N as [N IH] using lt_wf_ind. 
  assert (Half : forall p d b, length (empties m n b) <= N -> inside m n b ->
    (d = false \/ d = true) -> secures p d p b \/ secures (other p) (negb d) p b).
  { intros p d b Le I D. destruct (some_move m n b) as [Sm|Nm].
    2: { destruct D as [->| ->]; [right|left]; now apply s_full. }
    assert (forall x y, In (x, y) (empties m n b) ->
      (line k (place b x y p) p \/ secures p d (other p) (place b x y p)) \/
      (~ line k (place b x y p) p /\ secures (other p) (negb d) (other p) (place b x y p))) as E.
    { intros x y L. apply empties_legal in L.
      destruct (line_or_not m n k (place b x y p) p K (inside_place _ _ _ _ _ _ I L)) as [Y|Y]; [tauto|].
      pose proof (empties_place m n b x y p L) as Less.
      assert (length (empties m n (place b x y p)) < N) as Lt by lia.
      destruct D as [->| ->]; cbn [negb].
      - destruct (IH _ Lt p (other p) (place b x y p) (le_n _) (inside_place _ _ _ _ _ _ I L)); tauto.
      - destruct (IH _ Lt (other p) (other p) (place b x y p) (le_n _) (inside_place _ _ _ _ _ _ I L)) as [Z|Z];
          rewrite ?other_other in Z; tauto. }
    apply all_or_some in E. destruct E as [(x & y & L & [Y|Y])|A].
    - left. apply empties_legal in L. now apply s_line with x y.
    - left. apply empties_legal in L. now apply s_move with x y.
    - right. rewrite <- (other_other p) at 2. apply s_reply; rewrite ?other_other; [easy| |];
        intros x y L; apply (A x y); now apply empties_legal. }
  intros p turn b Le I.
  assert (turn = p \/ turn = other p) as [->| ->] by (destruct p, turn; auto).
  - apply (Half p false b); auto.
  - destruct (Half (other p) true b) as [Z|Z]; auto. rewrite other_other in Z. auto.
Qed.

(* ---- a stone more does no harm ---- *)
(* b' has the stones of b, and perhaps more of p's. *)
Definition more (p : player) (b b' : board) := forall x y, b' x y = b x y \/ (b x y = None /\ b' x y = Some p).
(* If p has k or more stones in a row on b, and b' has the stones of b and perhaps more of p's, then p
   has k or more in a row on b'. *)
Lemma line_more p b b' : more p b b' -> line k b p -> line k b' p.
Proof.
  intros M L. apply line_along in L. apply line_along. destruct L as (x & y & d & D & F).
  exists x, y, d. split; [easy|]. intros i Hi. specialize (F i Hi). unfold at_ in *.
  destruct (M (fst (along k x y d i)) (snd (along k x y d i))) as [->|[E _]]; congruence.
Qed.
(* If p has all cells but those of the other side's stones, he has a line already. *)
Lemma all_his p turn b : secures p false turn b -> forall b',
  (forall x y, x < m -> y < n -> b x y <> Some (other p) -> b' x y = Some p) -> inside m n b -> line k b' p.
Proof.
  remember false as draws eqn:D. induction 1 as [b x y Lg F|b x y Lg S IH|b [x0 [y0 Lg0]] N A IH|t b Dr N];
    intros b' A' I; subst.
  - apply line_along in F. destruct F as (u & v & d & Dd & F). apply line_along. exists u, v, d. split; [easy|].
    intros i Hi. specialize (F i Hi). pose proof (inside_place _ _ _ _ _ p I Lg) as I'.
    assert (fst (along k u v d i) < m /\ snd (along k u v d i) < n) as B.
    { apply I'. unfold at_ in F. now rewrite F. }
    apply A'; try tauto. rewrite at_place in F. destruct Lg as (_ & _ & Lg).
    destruct (same_cell (along k u v d i) (x, y)) as [->|]; cbn; [congruence|].
    unfold at_ in F. rewrite F. now destruct p.
  - apply IH; [|now apply inside_place]. intros u v U V Q. apply A'; auto.
    destruct Lg as (_ & _ & Lg). destruct (same_cell (u, v) (x, y)) as [E|E].
    + injection E as -> ->. congruence.
    + now rewrite place_else in Q.
  - apply (IH x0 y0 Lg0); [|now apply inside_place]. intros u v U V Q. apply A'; auto.
    destruct (same_cell (u, v) (x0, y0)) as [E|E].
    + injection E as -> ->. destruct Lg0 as (_ & _ & ->). discriminate.
    + now rewrite place_else in Q.
  - congruence.
Qed.
(* If b' has the stones of b and perhaps more of p's, this remains true after a player q has placed a
   stone on both boards, on a cell (x, y) that is empty on b'. *)
Lemma more_place p q b b' x y : more p b b' -> b' x y = None -> more p (place b x y q) (place b' x y q).
Proof. intros M N u v. unfold place. destruct (andb (u =? x) (v =? y)); [now left|apply M]. Qed.
(* If b' has the stones of b and perhaps more of p's, among them one on (x, y), which is empty on b, this remains true after p has
   placed a stone on (x, y) on b and on some empty cell (u, v) on b'. *)
Lemma more_other p b b' x y u v : more p b b' -> b x y = None -> b' x y = Some p -> b' u v = None ->
  more p (place b x y p) (place b' u v p).
Proof.
  intros M N P E s t. destruct (same_cell (s, t) (x, y)) as [Q|Q].
  - injection Q as -> ->. rewrite place_same. destruct (same_cell (x, y) (u, v)) as [Q|Q].
    + injection Q as <- <-. congruence.
    + left. now rewrite place_else.
  - rewrite (place_else b) by easy. destruct (same_cell (s, t) (u, v)) as [Q'|Q'].
    + injection Q' as -> ->. rewrite place_same. destruct (M u v) as [Z|[_ Z]]; [right; split; congruence|congruence].
    + rewrite place_else by easy. apply M.
Qed.
(* If p can force a win from b, and b' has the stones of b and perhaps more of p's but no line of p's,
   then p can force a win from b'. *)
Lemma extra p turn b : secures p false turn b -> forall b', more p b b' -> inside m n b -> inside m n b' ->
  ~ line k b' p -> secures p false turn b'.
Proof.
  remember false as draws eqn:D. intros S. induction S as [b x y Lg F|b x y Lg S IH|b [x0 [y0 Lg0]] N A IH|t b Dr N];
    intros b' M I I' Nl; subst.
  - destruct (is_legal m n b' x y) as [L|L].
    + apply s_line with x y; [easy|]. eapply line_more; [|exact F]. apply more_place; [easy|apply L].
    + exfalso. apply Nl. apply line_more with (place b x y p); [|easy].
      destruct Lg as (X & Y & Lg). destruct (M x y) as [Z|[_ Z]].
      * exfalso. apply L. repeat split; congruence.
      * intros u v. destruct (same_cell (u, v) (x, y)) as [E|E].
        -- injection E as -> ->. left. now rewrite place_same.
        -- rewrite place_else by easy. apply M.
  - assert (Go : forall u v, legal m n b' u v -> more p (place b x y p) (place b' u v p) -> secures p false p b').
    { intros u v L M'. destruct (line_or_not m n k (place b' u v p) p K) as [Y|Y]; [now apply inside_place|..].
      - now apply s_line with u v.
      - apply s_move with u v; [easy|]. apply IH; auto; now apply inside_place. }
    destruct (is_legal m n b' x y) as [L|L].
    + apply (Go x y L). apply more_place; [easy|apply L].
    + assert (b' x y = Some p) as P.
      { destruct Lg as (X & Y & Lg). destruct (M x y) as [Z|[_ Z]]; [|easy]. exfalso. apply L. repeat split; congruence. }
      destruct (some_move m n b') as [(u & v & L')|Nm].
      * apply (Go u v L'). apply more_other; auto; [apply Lg|apply L'].
      * exfalso. apply Nl. apply (all_his p p b); auto; [now apply s_move with x y|].
        intros u v U V Q. destruct (M u v) as [Z|[_ Z]]; [|easy].
        destruct (b' u v) as [q|] eqn:E; [|exfalso; apply (Nm u v); repeat split; auto].
        assert (q = p \/ q = other p) as [->| ->] by (destruct p, q; auto); congruence.
  - assert (Back : forall x y, legal m n b' x y -> legal m n b x y).
    { intros x y (X & Y & L). repeat split; auto. destruct (M x y) as [Z|[_ Z]]; congruence. }
    destruct (some_move m n b') as [Sm|Nm].
    + apply s_reply; [easy| |].
      * intros x y L Ln. apply (N x y (Back x y L)). apply line_along in Ln. apply line_along.
        destruct Ln as (u & v & d & Dd & Ln). exists u, v, d. split; [easy|]. intros i Hi.
        specialize (Ln i Hi). rewrite at_place in *. destruct (same_cell (along k u v d i) (x, y)); [easy|].
        unfold at_ in *. destruct (M (fst (along k u v d i)) (snd (along k u v d i))) as [Z|[_ Z]].
        -- congruence.
        -- rewrite Z in Ln. destruct p; discriminate.
      * intros x y L. apply (IH x y (Back x y L)); auto.
        -- apply more_place; [easy|apply L].
        -- apply inside_place; auto.
        -- now apply inside_place.
        -- intros Ln. apply Nl. apply line_along in Ln. apply line_along.
           destruct Ln as (u & v & d & Dd & Ln). exists u, v, d. split; [easy|]. intros i Hi.
           specialize (Ln i Hi). rewrite at_place in Ln. destruct (same_cell (along k u v d i) (x, y)); [|easy].
           destruct p; discriminate.
    + exfalso. apply Nl. apply (all_his p (other p) b); auto; [apply s_reply; eauto|].
      intros u v U V Q. destruct (M u v) as [Z|[_ Z]]; [|easy].
      destruct (b' u v) as [q|] eqn:E; [|exfalso; apply (Nm u v); repeat split; auto].
      assert (q = p \/ q = other p) as [->| ->] by (destruct p, q; auto); congruence.
  - discriminate.
Qed.

(* ---- the players change sides ---- *)
Definition swapped (b b' : board) := forall x y, b' x y = option_map other (b x y).
(* If b' is b with the players' stones exchanged, then a stone may legally be placed on (x, y) on b exactly if it may on b'. *)
Lemma swapped_legal b b' x y : swapped b b' -> legal m n b x y <-> legal m n b' x y.
Proof. intros W. unfold legal. rewrite (W x y). destruct (b x y); cbn; intuition congruence. Qed.
(* If b' is b with the players' stones exchanged, this remains true after q has placed a stone on (x, y)
   on b and q's opponent has placed one on (x, y) on b'. *)
Lemma swapped_place b b' x y q : swapped b b' -> swapped (place b x y q) (place b' x y (other q)).
Proof. intros W u v. unfold place. destruct (andb (u =? x) (v =? y)); [easy|apply W]. Qed.
(* If b' is b with the players' stones exchanged, then q has k or more in a row on b exactly if q's
   opponent has k or more in a row on b'. *)
Lemma swapped_line b b' q : swapped b b' -> line k b q <-> line k b' (other q).
Proof.
  intros W. rewrite !line_along.
  assert (forall c, at_ b c = Some q <-> at_ b' c = Some (other q)) as E.
  { intros c. unfold at_. rewrite W. destruct (b (fst c) (snd c)) as [[]|], q; cbn; split; congruence. }
  split; intros (x & y & d & D & F); exists x, y, d; (split; [easy|]); intros i Hi; apply E; auto.
Qed.
(* If p can force a result from b, then p's opponent can force it from the board b' with the players' stones exchanged, when it is
   the turn of the other player than on b. *)
Lemma swap p draws turn b : secures p draws turn b -> forall b', swapped b b' ->
  secures (other p) draws (other turn) b'.
Proof.
  induction 1 as [b x y Lg F|b x y Lg S IH|b Sm N A IH|t b Dr N]; intros b' W.
  - apply s_line with x y; [now apply (swapped_legal b b')|].
    now apply (swapped_line _ _ _ (swapped_place _ _ x y p W)).
  - apply s_move with x y; [now apply (swapped_legal b b')|]. now apply IH, swapped_place.
  - apply s_reply.
    + destruct Sm as (x & y & L). exists x, y. now apply (swapped_legal b b').
    + intros x y L. apply (swapped_legal b b' x y W) in L. intros F. apply (N x y L).
      now apply (swapped_line _ _ _ (swapped_place _ _ x y (other p) W)).
    + intros x y L. apply (swapped_legal b b' x y W) in L. now apply (IH x y L), swapped_place.
  - apply s_full; [easy|]. intros x y L. apply (N x y). now apply (swapped_legal b b').
Qed.
End Stealing.

(* A player p who can force that he wins can force that he wins or draws. *)
Lemma weaken m n k p turn b : secures m n k p false turn b -> secures m n k p true turn b.
Proof.
  remember false as d eqn:D. induction 1; subst; [eapply s_line|eapply s_move|eapply s_reply|]; eauto. discriminate.
Qed.
(* If k > 0, the first player can force from the empty board that he wins or draws. *)
Theorem first_does_not_lose m n k : 0 < k -> secures m n k First true First empty.
Proof.
  intros K. destruct (some_move m n empty) as [(x & y & L)|Nm]; [|now apply s_full].
  destruct (determined m n k K _ Second First empty (le_n _) (inside_empty m n)) as [S|S]; [exfalso|exact S].
  pose proof (swap m n k _ _ _ _ S empty (fun _ _ => eq_refl)) as T. cbn in T.
  assert (inside m n (place empty x y First)) as I by (apply inside_place; [apply inside_empty|easy]).
  apply (exclusive m n k First First empty).
  - destruct (line_or_not m n k (place empty x y First) First K I) as [Y|Y].
    + now apply s_line with x y.
    + apply s_move with x y; [easy|]. apply (extra m n k K First Second empty T); auto; [|apply inside_empty].
      intros u v. destruct (same_cell (u, v) (x, y)) as [E|E].
      * injection E as -> ->. right. now rewrite place_same.
      * left. now apply place_else.
  - now apply weaken.
Qed.
