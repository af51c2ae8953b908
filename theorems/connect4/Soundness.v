(* What the checker of rows accepts is true. *)
Require Import List Arith Bool Lia ZArith Wf_nat.
From Zermelo.connect4 Require Import Rules Boards Forced Words Bitboards FourBits Mirror MirrorBits PositionSet Checker Moves
  Shown.
Import ListNotations.

Section Soundness.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.
Hypothesis narrow : (2 * S (S H) < 63)%nat.
Variable c : numbers.
Hypothesis right : describes W H c.
Let c_wins := wins_right W H c right.
Let c_mirror := mirror_right W H c right.
Let c_all := cols_all W H c right.
Variable p : player.
Variable bound : Z.
Variable win_from : nat.
Variable draws : bool.
Variable lose_to : nat.
Hypothesis win_right : forall n, (win_from <= n)%nat -> (bound <= Z.of_nat n)%Z.
Hypothesis draws_right : draws = true -> (bound <= 0)%Z.
Hypothesis lose_right : forall n, (1 <= n <= lose_to)%nat -> (bound <= - Z.of_nat n)%Z.
Notation rep := (rep W H).
Notation left := (left W H).
Notation legal := (legal W H).
Notation secured := (secures W H p bound).
Notation is_move := (is_move W H).
Notation column_is_move := (column_is_move W H fits c right p).
Notation column_move := (column_move W H fits c right p).
Notation col_move := (col_move W H fits c right p).
Notation no_places := (no_places W H fits c right p).
Notation some_place := (some_place W H fits c right p).
Notation winning_move := (winning_move W H fits c right p).
Notation first_move := (first_move W H fits c right p).
Notation rep_mine := (rep_mine W H fits p).
Notation rep_theirs := (rep_theirs W H fits p).

(* The player can force his bound from every board that looks like that, if the other side or he is to move. *)
Definition good_reply me opp := forall b, rep p b me opp -> secured (other p) b.
Definition good_answer me opp := forall b, rep p b me opp -> secured p b.

(* There is a board that looks like that, with n cells left. *)
Definition at_left n me opp := exists b, rep p b me opp /\ left b = n.
(* Then each that does has so many left. *)
Lemma left_of_all n me opp : at_left n me opp -> forall b, rep p b me opp -> left b = n.
Proof. intros (a & R & <-) b R'. exact (rep_left W H fits p b a me opp R' R). Qed.

Section Row.
Variable rows : tree.
Variable plan : list word.
Hypothesis rows_good : all_good good_answer rows.

(* What f says of positions with n cells left is true, and what it adds to those met is good. *)
Definition sound n (f : word -> word -> tree -> option tree) (good : word -> word -> Prop) :=
  forall me opp met met', at_left n me opp -> all_good good_reply met -> f me opp met = Some met' ->
    all_good good_reply met' /\ good me opp.

(* If f holds after some move, there is such a move. *)
Lemma some_of_sound (f : word -> tree -> option tree) pl l : forall met met',
  some_of f pl l met = Some met' -> exists col, In col l /\
    ((pl land col)%word =? 0)%word = false /\ f (pl land col)%word met = Some met'.
Proof.
  induction l as [|col l IH]; cbn [some_of]; intros met met' S; [discriminate|].
  destruct (misses pl col) eqn:Z; apply misses_spec in Z.
  - destruct (IH _ _ S) as (col' & ? & ?). exists col'. split; [now right|easy].
  - destruct (f (pl land col)%word met) eqn:F.
    + exists col. split; [now left|]. split; congruence.
    + destruct (IH _ _ S) as (col' & ? & ?). exists col'. split; [now right|easy].
Qed.
(* If f holds after each move, what it says is true of each. *)
Lemma each_sound (f : word -> tree -> option tree) (Q : word -> Prop) pl l : forall l',
  (forall col m met met', In col l' -> m = (pl land col)%word -> (m =? 0)%word = false ->
    all_good good_reply met -> f m met = Some met' -> all_good good_reply met' /\ Q m) ->
  incl l l' ->
  forall met met', all_good good_reply met -> each f pl l met = Some met' ->
    all_good good_reply met' /\
    forall col, In col l -> ((pl land col)%word =? 0)%word = false -> Q (pl land col)%word.
Proof.
  intros l' F. induction l as [|col l IH]; cbn [each]; intros Inc met met' G S.
  - injection S as <-. split; [easy|]. intros ? [].
  - assert (incl l l') as Inc' by (intros ? ?; apply Inc; now right).
    destruct (misses pl col) eqn:Z; apply misses_spec in Z.
    + destruct (IH Inc' _ _ G S) as [G' A]. split; [easy|]. intros col' [<-|I] N; [congruence|auto].
    + destruct (f (pl land col)%word met) as [met1|] eqn:F1; [|discriminate].
      destruct (F col _ _ _ (Inc col (or_introl eq_refl)) eq_refl Z G F1) as [G1 Q1].
      destruct (IH Inc' _ _ G1 S) as [G' A].
      split; [easy|]. intros col' [<-|I] N; auto.
Qed.

(* What the checker says where the player is to move is true. *)
Lemma answer_sound n f : (forall k, n = S k -> sound k f good_reply) ->
  sound n (answer c win_from draws lose_to rows plan n f) good_answer.
Proof.
  intros F me opp met met' L G A. unfold answer in A. pose proof (left_of_all n me opp L) as Ln.
  destruct (mem rows (hash me opp) me opp) eqn:M.
  { injection A as <-. split; [easy|]. eapply mem_good; eauto. }
  destruct (places c me opp =? 0)%word eqn:N.
  { destruct draws eqn:D; [|discriminate]. injection A as <-. split; [easy|]. intros b R.
    apply s_full; [auto|]. eapply no_places; eauto. }
  assert (1 <= n)%nat as Any.
  { destruct L as (b & R & <-). destruct (some_place b me opp R N) as (x & Lg).
    rewrite (left_drop W H b x p (proj1 R) Lg). lia. }
  destruct (n <=? lose_to)%nat eqn:Late.
  { injection A as <-. split; [easy|]. intros b R. apply s_late. rewrite (Ln b R).
    apply lose_right. apply Nat.leb_le in Late. lia. }
  destruct (if wins_of c (me lor places c me opp)%word then _ else false) eqn:Wn.
  { destruct (win_from <=? n)%nat eqn:Soon; [|discriminate].
    injection A as <-. split; [easy|]. intros b R.
    destruct (wins_of c (me lor places c me opp)%word); [|discriminate]. apply negb_true_iff in Wn.
    destruct (winning_move b me opp me (cols c) R (incl_refl _) Wn) as [(x & Mv) V].
    apply s_four with x; [apply Mv| |].
    - rewrite c_wins in V. destruct (rep_mine b x _ me opp R Mv) as (Sh' & R1' & _).
      exact (proj1 (wins_four W H fits narrow p _ _ Sh' R1') V).
    - rewrite (Ln b R). apply win_right. now apply Nat.leb_le. }
  set (block := if wins_of c (opp lor places c me opp)%word then winning c opp (places c me opp) (cols c) else 0%word) in *.
  assert (forall m, (forall b, rep p b me opp -> exists x, is_move b x m) -> f (me lor m)%word opp met = Some met' ->
          all_good good_reply met' /\ good_answer me opp) as Go.
  { intros m Mv S. pose proof L as (b0 & R0 & E0). destruct (Mv b0 R0) as (x0 & V0).
    rewrite (left_drop W H b0 x0 p (proj1 R0) (proj1 V0)) in E0.
    destruct (F _ (eq_sym E0) _ _ _ _ (ex_intro _ _ (conj (rep_mine _ _ _ _ _ R0 V0) eq_refl)) G S) as [G' Q].
    split; [easy|]. intros b R.
    destruct (Mv b R) as (x & V). apply s_move with x; [apply V|]. apply Q. now apply rep_mine. }
  destruct (block =? 0)%word eqn:Bl.
  - destruct plan as [|q plan'].
    + apply some_of_sound in A. destruct A as (col & I & Z & S). apply (Go _ ) in S; [easy|].
      intros b R. now apply col_move.
    + set (m := first_of (planned (places c me opp) (q :: plan')) (places c me opp) (cols c)) in *.
      destruct (m =? 0)%word eqn:Z; [discriminate|]. apply (Go m); [|easy].
      intros b R. now apply first_move; [|apply incl_refl|].
  - apply (Go block); [|easy]. intros b R. unfold block in *.
    destruct (wins_of c (opp lor places c me opp)%word); [|discriminate].
    now apply (winning_move b me opp opp (cols c) R (incl_refl _)).
Qed.

(* And where the other side is. *)
Lemma reply_sound n : sound n (reply c win_from draws lose_to rows plan n) good_reply.
Proof.
  induction n as [n IH] using lt_wf_ind. intros me opp met met' L G A. pose proof (left_of_all n me opp L) as Ln.
  destruct n as [|n]; cbn [reply] in A.
  { destruct draws eqn:D; [|discriminate]. injection A as <-. split; [easy|]. intros b R.
    apply s_full; [auto|]. intros x Lg. specialize (Ln b R).
    rewrite (left_drop W H b x p (proj1 R) Lg) in Ln. discriminate. }
  destruct (mem met (hash me opp) me opp) eqn:M.
  { injection A as <-. split; [easy|]. eapply mem_good; eauto. }
  destruct (S n <=? lose_to)%nat eqn:Late.
  { injection A as <-. split; [easy|]. intros b R. apply s_late. rewrite (Ln b R).
    apply lose_right. apply Nat.leb_le in Late. lia. }
  destruct (places c me opp =? 0)%word eqn:N.
  { destruct draws eqn:D; [|discriminate]. injection A as <-. split; [easy|]. intros b R.
    apply s_full; [auto|]. eapply no_places; eauto. }
  match type of A with match each ?f _ _ _ with _ => _ end = _ => set (step := f) in * end.
  destruct (each step (places c me opp) (cols c) met) as [met1|] eqn:Ea; [|discriminate].
  injection A as <-.
  assert (all_good good_reply met1 /\ good_reply me opp) as [G1 Gd].
  { apply each_sound with (l' := cols c) (Q := fun m =>
      (if wins_of c (opp lor places c me opp)%word then wins_of c (opp lor m)%word else false) = false /\
      good_answer me (opp lor m)%word) in Ea; auto using incl_refl.
    - destruct Ea as [G1 A]. split; [easy|]. intros b R.
      assert (forall x, legal b x -> ~ four (drop b x (other p)) (other p) /\ secured p (drop b x (other p))) as B.
      2: { apply s_reply; [eapply some_place; eauto|apply B|apply B]. }
      intros x Lg. destruct (c_all x) as (col & I & C); [apply Lg|].
      pose proof (column_is_move b me opp x col R C Lg) as Mv.
      destruct (A col I) as [Nw Ga]. { apply (column_move b me opp x col R); auto. apply Lg. }
      pose proof (rep_theirs b x _ me opp R Mv) as R'. split; [|now apply Ga].
      intros F4. pose proof R' as (Sh' & _ & R2').
      apply (wins_four W H fits narrow (other p) _ _ Sh' R2') in F4.
      rewrite <- c_wins in F4. rewrite F4 in Nw.
      destruct (wins_of c (opp lor places c me opp)%word) eqn:Risk; [discriminate|].
      rewrite c_wins in Risk, F4. apply (wins_more H narrow _ (opp lor places c me opp)%word) in F4; [congruence|].
      intros k. rewrite !tb_lor, tb_land. destruct (tb opp k), (tb (places c me opp) k), (tb col k); auto.
    - intros col m t t' I Em Nz Gt S. unfold step in S.
      destruct (if wins_of c (opp lor places c me opp)%word then wins_of c (opp lor m)%word else false) eqn:Q; [discriminate|].
      destruct L as (b0 & R0 & E0). subst m. destruct (col_move b0 me opp col R0 I Nz) as (x0 & V0).
      rewrite (left_drop W H b0 x0 (other p) (proj1 R0) (proj1 V0)) in E0. injection E0 as E0.
      eapply answer_sound in S as [Gt' Ga]; [split; eauto| |exists (drop b0 x0 (other p)); split; [now apply rep_theirs|exact E0]|exact Gt].
      intros k ->. apply IH. lia. }
  split; [|easy]. now apply add_good.
Qed.
End Row.

(* What is proven of a position is true of its mirror image. *)
Lemma add_both_good (t : player) (me opp : word) (set : tree) :
  let good me opp := forall b, rep p b me opp -> secured t b in
  all_good good set -> good me opp -> all_good good (add_both c set me opp).
Proof.
  intros good A G. unfold add_both. rewrite !c_mirror.
  destruct (if (mirror W H (mirror W H me) =? me)%word then _ else false) eqn:Q; [|now apply add_good].
  destruct (mirror W H (mirror W H me) =? me)%word eqn:Q1; [|discriminate].
  apply eqb_correct in Q, Q1. apply add_good; [now apply add_good|]. intros b (Sh & R1 & R2).
  assert (rep p (rev b) me opp) as R.
  { split; [now apply shape_rev|]. split.
    - rewrite <- Q1. now apply shows_mirror.
    - rewrite <- Q. now apply shows_mirror. }
  apply G, (secures_rev W H) in R; [now rewrite rev_involutive in R|]. rewrite rev_length. apply Sh.
Qed.
(* What a row says. *)
Definition good_row r := if own r then good_answer (mine r) (theirs r) else good_reply (mine r) (theirs r).
(* A row that is accepted is true, if what it may rest on is. *)
Lemma check_row_sound rows met r : all_good good_answer rows -> all_good good_reply met ->
  check_row c win_from draws lose_to W H p rows met r = true -> good_row r.
Proof.
  intros Gr Gm C. unfold check_row in C. set (b := board_of W H p (mine r) (theirs r)) in *.
  destruct (in_shape W H b && _ && _) eqn:Sh; [|discriminate].
  rewrite !andb_true_iff in Sh. destruct Sh as ((Sh & B1) & B2). apply eqb_correct in B1, B2.
  assert (at_left (left b) (mine r) (theirs r)) as L.
  { exists b. split; [|easy]. rewrite <- B1 at 1. rewrite <- B2. now apply bits_of_rep. }
  unfold good_row. destruct (own r).
  - match type of C with match ?t with _ => _ end = _ => destruct t eqn:S; [|discriminate] end.
    eapply (answer_sound rows (list_of r) Gr) in S; [apply S| |exact L|exact Gm].
    intros k ->. exact (reply_sound rows (list_of r) Gr k).
  - match type of C with match ?t with _ => _ end = _ => destruct t eqn:S; [|discriminate] end.
    eapply (reply_sound rows (list_of r) Gr); eauto.
Qed.
(* So all rows are, one after the other. *)
Theorem check_rows_sound l : forall rows met, all_good good_answer rows -> all_good good_reply met ->
  check_rows c win_from draws lose_to W H p l rows met = true -> forall r, In r l -> good_row r.
Proof.
  induction l as [|r l IH]; cbn [check_rows]; intros rows met Gr Gm A r' I; [easy|].
  destruct (check_row c win_from draws lose_to W H p rows met r) eqn:C; [|discriminate].
  pose proof (check_row_sound rows met r Gr Gm C) as Q.
  destruct I as [<-|I]; [easy|]. unfold good_row in Q.
  destruct (own r); eapply IH in A; eauto; now apply add_both_good.
Qed.
End Soundness.
