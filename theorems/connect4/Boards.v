(* Boards as lists: what a stone that falls changes, and what does not change. *)
Require Import List Arith Bool Lia.
From Zermelo.connect4 Require Import Rules.
Import ListNotations.

(* The other of the other is the player himself. *)
Lemma other_other p : other (other p) = p.
Proof. now destruct p. Qed.
(* A player is the same as himself. *)
Lemma same_refl p : same p p = true.
Proof. now destruct p. Qed.
(* A player is not the same as the other. *)
Lemma same_other p : same p (other p) = false.
Proof. now destruct p. Qed.
(* There are two players. *)
Lemma two_players q r : r = q \/ r = other q.
Proof. destruct q, r; auto. Qed.

(* A cell with a stone is in a column of the board, below its top. *)
Lemma cell_bounds b x y q : cell b x y = Some q -> x < length b /\ y < length (column b x).
Proof.
  unfold cell, column. intros C. split.
  - destruct (Nat.lt_ge_cases x (length b)) as [|G]; [easy|].
    rewrite (nth_overflow b [] G) in C. now destruct y.
  - apply nth_error_Some. now rewrite C.
Qed.
(* A stone makes its own column longer and leaves the others alone. *)
Lemma column_drop b c p x : c < length b ->
  column (drop b c p) x = if x =? c then column b c ++ [p] else column b x.
Proof.
  unfold column. revert c x. induction b as [|col b IH]; intros c x L; cbn in L; [lia|].
  destruct c; cbn.
  - destruct x; reflexivity.
  - destruct x; cbn; [reflexivity|]. apply IH. lia.
Qed.
(* A stone adds no column. *)
Lemma length_drop b c p : length (drop b c p) = length b.
Proof. revert c. induction b; intros [|c]; cbn; auto. Qed.
(* A stone changes one cell: that on top of its column. *)
Lemma cell_drop b c p x y : c < length b ->
  cell (drop b c p) x y = if (x =? c) && (y =? length (column b c)) then Some p else cell b x y.
Proof.
  intros L. unfold cell. rewrite column_drop by easy.
  destruct (Nat.eqb_spec x c) as [->|]; cbn [andb]; [|reflexivity].
  destruct (Nat.eqb_spec y (length (column b c))) as [->|].
  - rewrite nth_error_app2 by lia. now rewrite Nat.sub_diag.
  - destruct (Nat.lt_ge_cases y (length (column b c))).
    + now rewrite nth_error_app1 by lia.
    + rewrite !(proj2 (nth_error_None _ _)); [reflexivity| lia |]. rewrite app_length. cbn. lia.
Qed.

(* The stones on a board. *)
Definition total (b : board) : nat := list_sum (map (@length player) b).
(* A move adds one stone. *)
Lemma total_drop b c p : c < length b -> total (drop b c p) = S (total b).
Proof.
  revert c. induction b as [|col b IH]; intros [|c] L; cbn [length] in L; [lia|lia| |].
  - unfold total. cbn [drop map].
    change (length (col ++ [p]) + list_sum (map (@length player) b) = S (length col + list_sum (map (@length player) b))).
    rewrite app_length. cbn [length]. lia.
  - change (length col + total (drop b c p) = S (length col + total b)). rewrite IH by lia. lia.
Qed.

Section Shape.
Variables W H : nat.

(* W columns with at most H stones each. *)
Definition shape (b : board) : Prop := length b = W /\ forall x, x < W -> length (column b x) <= H.
(* A legal move leaves a board of that shape. *)
Lemma shape_drop b c p : shape b -> legal W H b c -> shape (drop b c p).
Proof.
  intros [L S] [C N]. split; [now rewrite length_drop|]. intros x X. rewrite column_drop by lia.
  destruct (Nat.eqb_spec x c); [rewrite app_length; cbn; lia|auto].
Qed.
(* The empty board has that shape. *)
Lemma shape_empty : shape (empty W).
Proof.
  split; [apply repeat_length|]. intros x X. unfold column, empty. rewrite nth_repeat. cbn. lia.
Qed.
(* There are no more stones than cells. *)
Lemma total_most b : shape b -> total b <= W * H.
Proof.
  intros [<- S]. induction b as [|col b IH]; [cbn; lia|].
  change (length col + total b <= H + length b * H).
  pose proof (S 0 ltac:(cbn; lia)) as S0. unfold column in S0. cbn [nth] in S0.
  enough (total b <= length b * H) by lia.
  apply IH. intros x X. apply (S (Datatypes.S x)). cbn. lia.
Qed.

(* The empty cells of a board. *)
Definition left (b : board) : nat := W * H - total b.
(* A move takes one of them. *)
Lemma left_drop b c p : shape b -> legal W H b c -> left b = S (left (drop b c p)).
Proof.
  intros Sh Lg. pose proof (total_most _ (shape_drop b c p Sh Lg)) as M. unfold left.
  rewrite total_drop in * by (destruct Sh as [-> _]; apply Lg). lia.
Qed.
(* At the start all cells are empty. *)
Lemma left_empty : left (empty W) = W * H.
Proof.
  unfold left. enough (total (empty W) = 0) by lia. unfold total, empty. induction W; cbn; auto.
Qed.
(* Columns of the same heights leave as many cells. *)
Lemma left_heights a b : length a = length b ->
  (forall x, x < length a -> length (column a x) = length (column b x)) -> left a = left b.
Proof.
  intros L E. unfold left. enough (total a = total b) by lia. revert b L E.
  induction a as [|col a IH]; intros [|col' b] L E; cbn [length] in *; [easy|lia|lia|].
  change (length col + total a = length col' + total b).
  pose proof (E 0 ltac:(lia)) as E0. unfold column in E0. cbn [nth] in E0. rewrite E0, (IH b); auto.
  intros x X. apply (E (S x)). lia.
Qed.
End Shape.
