(* What a player can force, he can force on the mirror image. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Boards Forced.
Import ListNotations.

Section Mirror.
Variables W H : nat.
(* Columns in the mirror are counted from the other end. *)
Lemma column_rev b x : length b = W -> (x < W) -> column (rev b) x = column b (W - 1 - x).
Proof. intros L X. unfold column. rewrite rev_nth by lia. f_equal. lia. Qed.
(* So are cells. *)
Lemma cell_rev b x y : length b = W -> (x < W) -> cell (rev b) x y = cell b (W - 1 - x) y.
Proof. intros. unfold cell. now rewrite column_rev. Qed.
(* A stone in the mirror is a stone in the mirrored column. *)
Lemma drop_rev b c p : length b = W -> (c < W) -> drop (rev b) (W - 1 - c) p = rev (drop b c p).
Proof.
  intros L C. apply (nth_ext _ _ [] []).
  - now rewrite rev_length, !length_drop, rev_length.
  - intros n N. rewrite length_drop, rev_length in N.
    change (column (drop (rev b) (W - 1 - c) p) n = column (rev (drop b c p)) n).
    rewrite column_drop by (rewrite rev_length; lia).
    rewrite (column_rev (drop b c p)), column_drop by (rewrite ?length_drop; lia).
    rewrite !column_rev by lia.
    destruct (Nat.eqb_spec n (W - 1 - c)), (Nat.eqb_spec (W - 1 - n) c); try lia; auto.
    now replace (W - 1 - (W - 1 - c)) with c by lia.
Qed.
(* Four in a row are four in a row in the mirror. *)
Lemma four_rev b q : length b = W -> four b q -> four (rev b) q.
Proof.
  intros L (x & y & [F|[F|[F|F]]]).
  - pose proof (F 3 ltac:(lia)) as C. apply cell_bounds in C. exists (W - 4 - x), y. left.
    intros i I. rewrite cell_rev by lia. replace (W - 1 - (W - 4 - x + i)) with (x + (3 - i)) by lia.
    apply F. lia.
  - pose proof (F 3 ltac:(lia)) as C. apply cell_bounds in C. exists (W - 1 - x), y. right. left.
    intros i I. rewrite cell_rev by lia. replace (W - 1 - (W - 1 - x)) with x by lia. now apply F.
  - pose proof (F 3 ltac:(lia)) as C. apply cell_bounds in C. exists (W - 4 - x), y. right. right. right.
    intros i I. rewrite cell_rev by lia. replace (W - 1 - (W - 4 - x + i)) with (x + (3 - i)) by lia.
    replace (y + 3 - i) with (y + (3 - i)) by lia. apply F. lia.
  - pose proof (F 3 ltac:(lia)) as C. apply cell_bounds in C. exists (W - 4 - x), y. right. right. left.
    intros i I. rewrite cell_rev by lia. replace (W - 1 - (W - 4 - x + i)) with (x + (3 - i)) by lia.
    replace (y + i) with (y + 3 - (3 - i)) by lia. apply F. lia.
Qed.
(* Exactly then. *)
Lemma four_rev_iff b q : length b = W -> four (rev b) q <-> four b q.
Proof.
  intros L. split; [|now apply four_rev]. intros F. apply four_rev in F; [|now rewrite rev_length].
  now rewrite rev_involutive in F.
Qed.
(* A legal move is legal in the mirror. *)
Lemma legal_rev b c : length b = W -> legal W H b c -> legal W H (rev b) (W - 1 - c).
Proof.
  intros L [C N]. split; [lia|]. rewrite column_rev by lia. now replace (W - 1 - (W - 1 - c)) with c by lia.
Qed.
(* And back. *)
Lemma legal_rev_back b c : length b = W -> legal W H (rev b) c -> legal W H b (W - 1 - c).
Proof. intros L [C N]. split; [lia|]. now rewrite column_rev in N by lia. Qed.
(* A stone in the mirror, seen from there. *)
Lemma drop_rev_back b c p : length b = W -> (c < W) -> drop (rev b) c p = rev (drop b (W - 1 - c) p).
Proof. intros. rewrite <- drop_rev by lia. f_equal. lia. Qed.
(* The mirror leaves as many cells empty. *)
Lemma left_rev b : left W H (rev b) = left W H b.
Proof.
  unfold left, total. enough (list_sum (map (@length player) (rev b)) = list_sum (map (@length player) b)) by lia.
  rewrite map_rev. induction (map (@length player) b) as [|n l IH]; [easy|].
  cbn [rev]. rewrite list_sum_app, IH. change (list_sum l + (n + 0) = n + list_sum l). lia.
Qed.
(* The mirror has the same shape. *)
Lemma shape_rev b : shape W H b -> shape W H (rev b).
Proof.
  intros [L Sh]. split; [now rewrite rev_length|]. intros x X. rewrite column_rev by lia. apply Sh. lia.
Qed.
(* Whatever is forced is forced in the mirror. *)
Theorem secures_rev p bound t b : secures W H p bound t b -> length b = W -> secures W H p bound t (rev b).
Proof.
  induction 1 as [b c Lg F T|b c Lg S IH|b [c0 Lg0] N A IH|t b D N|t b D]; intros L.
  - apply s_four with (W - 1 - c); [now apply legal_rev| |now rewrite left_rev].
    rewrite drop_rev by (auto; apply Lg). apply four_rev; [now rewrite length_drop|easy].
  - apply s_move with (W - 1 - c); [now apply legal_rev|].
    rewrite drop_rev by (auto; apply Lg). apply IH. now rewrite length_drop.
  - apply s_reply.
    + exists (W - 1 - c0). now apply legal_rev.
    + intros c Lg. rewrite drop_rev_back by (auto; apply Lg). rewrite four_rev_iff by now rewrite length_drop.
      apply N. now apply legal_rev_back.
    + intros c Lg. rewrite drop_rev_back by (auto; apply Lg). apply IH; [now apply legal_rev_back|now rewrite length_drop].
  - apply s_full; [easy|]. intros c Lg. apply (N (W - 1 - c)). now apply legal_rev_back.
  - apply s_late. now rewrite left_rev.
Qed.
End Mirror.
