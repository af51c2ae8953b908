(* Moves on bitboards are moves on boards. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards FourBits MirrorBits Checker.
Import ListNotations.

(* The numbers of the checker are those of a board of W columns of H cells. *)
Record describes (W H : nat) (c : numbers) : Prop := {
  full_right : forall k, tb (full c) k = true <-> exists x y, (x < W)%nat /\ (y < H)%nat /\ k = index H x y;
  bottom_right : forall k, tb (bottom c) k = true <-> exists x, (x < W)%nat /\ k = index H x 0;
  wins_right : forall s, wins_of c s = wins H s;
  mirror_right : forall s, mirror_of c s = mirror W H s;
  cols_right : forall col, In col (cols c) -> exists x, (x < W)%nat /\ is_column H x col;
  cols_all : forall x, (x < W)%nat -> exists col, In col (cols c) /\ is_column H x col }.

Section Moves.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.
Variable c : numbers.
Hypothesis right : describes W H c.
Let c_full := full_right W H c right.
Let c_bottom := bottom_right W H c right.
Let c_cols := cols_right W H c right.
Variable p : player.
Notation rep := (rep W H).
Notation legal := (legal W H).
Notation index := (index H).
Notation is_column := (is_column H).

(* The bit where a stone in column x goes. *)
Definition on_top b x := index x (length (column b x)).

(* A bit says whose stone is in its cell. *)
Lemma shows_tb q b s x y : shape W H b -> shows W H q b s -> (y <= H)%nat ->
  tb s (index x y) = true <-> cell b x y = Some q.
Proof. intros. now apply (shows_cell W H). Qed.

(* The cells with a stone of either side are those below the tops of the columns. *)
Lemma mask_spec b me opp x y q : shape W H b -> shows W H q b me -> shows W H (other q) b opp -> (x < W)%nat -> (y <= H)%nat ->
  tb (me lor opp)%word (index x y) = (y <? length (column b x))%nat.
Proof.
  intros Sh R1 R2 X Y. rewrite tb_lor. apply eq_true_iff_eq.
  rewrite orb_true_iff, (shows_tb q b me), (shows_tb (other q) b opp), Nat.ltb_lt by auto.
  unfold cell. split.
  - intros D. apply nth_error_Some. destruct D as [D|D]; now rewrite D.
  - intros L. apply nth_error_Some in L. destruct (nth_error (column b x) y) as [r|]; [|easy].
    destruct (two_players q r) as [->| ->]; auto.
Qed.

(* The places are the bits on top of the columns that are not full. *)
Lemma places_spec b me opp q : shape W H b -> shows W H q b me -> shows W H (other q) b opp ->
  forall k, tb (places c me opp) k = true <-> exists x, legal b x /\ k = on_top b x.
Proof.
  intros Sh R1 R2 k. pose proof Sh as [L S]. unfold places.
  rewrite tb_free, andb_true_iff, orb_true_iff. split.
  - intros [A B].
    destruct (tb (full c) k) eqn:F.
    + apply c_full in F. destruct F as (x & y & X & Y & ->). exists x.
      rewrite (mask_spec b me opp x y q) in B by (auto; lia).
      destruct (Nat.ltb_spec y (length (column b x))) as [|G]; [discriminate|].
      assert (y = length (column b x)) as E.
      { destruct A as [A|A].
        - apply andb_true_iff in A. destruct A as [A0 A]. destruct y.
          + lia.
          + replace (index x (Datatypes.S y) - 1)%nat with (index x y) in A by (unfold Bitboards.index; lia).
            rewrite (mask_spec b me opp x y q) in A by (auto; lia). apply Nat.ltb_lt in A. lia.
        - apply c_bottom in A. destruct A as (x' & X' & E). apply index_inj in E; lia. }
      unfold on_top, Rules.legal. rewrite <- E. auto.
    + exfalso. assert (tb (me lor opp)%word k = false) as M; [|rewrite M in B; discriminate].
      apply not_true_is_false. intros M. rewrite tb_lor, orb_true_iff in M.
      assert (tb (full c) k = true); [|congruence]. apply c_full.
      destruct M as [M|M]; [apply R1 in M|apply R2 in M]; destruct M as (x & y & ? & ? & ? & ?); eauto.
  - intros (x & [X Y] & ->). unfold on_top. set (y := length (column b x)) in *.
    rewrite (mask_spec b me opp x y q) by (auto; lia). fold y. rewrite Nat.ltb_irrefl.
    assert (tb (full c) (index x y) = true) as -> by (apply c_full; eauto 6).
    split; [|easy]. destruct (Nat.eq_dec y 0) as [E|E].
    + right. apply c_bottom. rewrite E. eauto.
    + left. apply andb_true_iff. split.
      * apply andb_true_iff. split; [apply Nat.leb_le|apply held_low].
        -- unfold Bitboards.index. lia.
        -- pose proof (index_small W H fits x y). lia.
      * replace (index x y - 1)%nat with (index x (y - 1)) by (unfold Bitboards.index; lia).
        rewrite (mask_spec b me opp x (y - 1) q) by (auto; lia). fold y. apply Nat.ltb_lt. lia.
Qed.

(* The integer m is a stone on top of column x, where one may be placed. *)
Definition is_move b x (m : word) := legal b x /\ forall k, tb m k = true <-> k = on_top b x.

(* A stone on the board is a bit more for the player whose it is. *)
Lemma shows_drop b x q r m s : shape W H b -> is_move b x m -> shows W H r b s ->
  shows W H r (drop b x q) (if same q r then s lor m else s)%word.
Proof.
  intros Sh [[X Y] M] R k. pose proof Sh as [L S].
  assert (tb (if same q r then s lor m else s)%word k = true <->
          tb s k = true \/ (q = r /\ k = on_top b x)) as ->.
  { destruct q, r; cbn [same]; rewrite ?tb_lor, ?orb_true_iff, ?M; intuition congruence. }
  rewrite (R k). split.
  - intros [(x' & y' & X' & Y' & E & C)|[<- E]].
    + exists x', y'. repeat split; auto. rewrite cell_drop by lia.
      destruct (Nat.eqb_spec x' x) as [->|]; cbn [andb]; [|easy].
      destruct (Nat.eqb_spec y' (length (column b x))) as [->|]; [|easy].
      apply cell_bounds in C. lia.
    + exists x, (length (column b x)). repeat split; auto.
      rewrite cell_drop by lia. now rewrite !Nat.eqb_refl.
  - intros (x' & y' & X' & Y' & E & C). rewrite cell_drop in C by lia.
    destruct (Nat.eqb_spec x' x) as [->|]; cbn [andb] in C; [|left; eauto 8].
    destruct (Nat.eqb_spec y' (length (column b x))) as [->|]; [|left; eauto 8].
    right. split; [congruence|]. exact E.
Qed.
(* After a move of the player. *)
Lemma rep_mine b x m me opp : rep p b me opp -> is_move b x m -> rep p (drop b x p) (me lor m)%word opp.
Proof.
  intros (Sh & R1 & R2) M. repeat split.
  - now apply (shape_drop W H), M.
  - apply (shape_drop W H); [easy|apply M].
  - intros. apply (shows_drop b x p p m me Sh M R1). now destruct p.
  - intros E. apply (shows_drop b x p p m me Sh M R1) in E. now destruct p.
  - intros. apply (shows_drop b x p (other p) m opp Sh M R2). now destruct p.
  - intros E. apply (shows_drop b x p (other p) m opp Sh M R2) in E. now destruct p.
Qed.
(* After a move of the other side. *)
Lemma rep_theirs b x m me opp : rep p b me opp -> is_move b x m ->
  rep p (drop b x (other p)) me (opp lor m)%word.
Proof.
  intros (Sh & R1 & R2) M. repeat split.
  - now apply (shape_drop W H), M.
  - apply (shape_drop W H); [easy|apply M].
  - intros. apply (shows_drop b x (other p) p m me Sh M R1). now destruct p.
  - intros E. apply (shows_drop b x (other p) p m me Sh M R1) in E. now destruct p.
  - intros. apply (shows_drop b x (other p) (other p) m opp Sh M R2). now destruct p.
  - intros E. apply (shows_drop b x (other p) (other p) m opp Sh M R2) in E. now destruct p.
Qed.

(* A column has a place exactly if a stone in it is legal. *)
Lemma column_move b me opp x col : rep p b me opp -> (x < W)%nat -> is_column x col ->
  ((places c me opp land col)%word =? 0)%word = false <-> legal b x.
Proof.
  intros (Sh & R1 & R2) X C. rewrite tb_nonzero. split.
  - intros (k & K). rewrite tb_land, andb_true_iff, (places_spec b me opp p), (C k) in K by auto.
    destruct K as ((x' & [X' Y'] & ->) & y & Y & Q). unfold on_top in Q.
    apply index_inj in Q; [|lia|lia]. destruct Q as [<- Q]. now split.
  - intros [_ Y]. exists (on_top b x). rewrite tb_land, andb_true_iff, (places_spec b me opp p), (C _) by auto. split.
    + exists x. now repeat split.
    + exists (length (column b x)). auto.
Qed.
(* The place of a column is the move. *)
Lemma column_is_move b me opp x col : rep p b me opp -> is_column x col -> legal b x ->
  is_move b x (places c me opp land col)%word.
Proof.
  intros (Sh & R1 & R2) C G. split; [easy|]. intros k.
  rewrite tb_land, andb_true_iff, (places_spec b me opp p), (C k) by auto. split.
  - intros ((x' & [X' Y'] & ->) & y & Y & Q). unfold on_top in *.
    apply index_inj in Q; [|lia|lia]. destruct Q as [-> Q]. reflexivity.
  - intros ->. split; [eauto|]. exists (length (column b x)). split; [apply G|reflexivity].
Qed.
(* What is on a column of the list is some move. *)
Lemma col_move b me opp col : rep p b me opp -> In col (cols c) ->
  ((places c me opp land col)%word =? 0)%word = false ->
  exists x, is_move b x (places c me opp land col)%word.
Proof.
  intros R I N. destruct (c_cols col I) as (x & X & C). exists x.
  apply column_is_move; auto. now apply (column_move b me opp x col).
Qed.
(* Without a place there is no legal move. *)
Lemma no_places b me opp : rep p b me opp -> (places c me opp =? 0)%word = true -> forall x, ~ legal b x.
Proof.
  intros (Sh & R1 & R2) N x G. apply eqb_correct in N.
  assert (tb (places c me opp) (on_top b x) = true) as K by (apply (places_spec b me opp p); eauto).
  rewrite N, tb_0 in K. discriminate.
Qed.
(* With one there is. *)
Lemma some_place b me opp : rep p b me opp -> (places c me opp =? 0)%word = false -> exists x, legal b x.
Proof.
  intros (Sh & R1 & R2) N. apply tb_some in N. destruct N as (k & K).
  apply (places_spec b me opp p) in K; auto. destruct K as (x & G & _). eauto.
Qed.

(* A move found to win is a move, and makes four in a row. *)
Lemma winning_move b me opp s l : rep p b me opp -> incl l (cols c) ->
  (winning c s (places c me opp) l =? 0)%word = false ->
  (exists x, is_move b x (winning c s (places c me opp) l)) /\
  wins_of c (s lor winning c s (places c me opp) l)%word = true.
Proof.
  intros R. induction l as [|col l IH]; cbn [winning]; intros I N.
  - discriminate.
  - destruct (misses (places c me opp) col) eqn:Z; apply misses_spec in Z.
    + apply IH; auto. intros ? ?. apply I. now right.
    + destruct (wins_of c (s lor (places c me opp land col))%word) eqn:Wn.
      * split; [|easy]. apply col_move; auto. apply I. now left.
      * apply IH; auto. intros ? ?. apply I. now right.
Qed.
(* A move found by a plan is a move. *)
Lemma first_move b me opp w l : rep p b me opp -> incl l (cols c) ->
  (first_of w (places c me opp) l =? 0)%word = false ->
  exists x, is_move b x (first_of w (places c me opp) l).
Proof.
  intros R. induction l as [|col l IH]; cbn [first_of]; intros I N.
  - discriminate.
  - destruct (misses col w).
    + apply IH; auto. intros ? ?. apply I. now right.
    + apply col_move; auto. apply I. now left.
Qed.
End Moves.
