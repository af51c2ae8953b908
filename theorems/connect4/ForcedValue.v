(* What a player can force is a bound on the score of the game. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Value Boards Legal Four Forced.
Import ListNotations.

Section ForcedValue.
Variables W H : nat.
Notation score := (score W H).
Notation left := (left W H).

(* The maximum of a list, started with s, is at least t if s is or an element is. *)
Lemma fold_least l : forall s t, (t <= s)%Z \/ (exists r, In r l /\ (t <= r)%Z) -> (t <= fold_left Z.max l s)%Z.
Proof.
  induction l as [|a l IH]; cbn; intros s t D.
  - destruct D as [D|(r & [] & _)]. easy.
  - apply IH. destruct D as [D|(r & [->|I] & D)]; [left; lia|left; lia|right; eauto].
Qed.
(* It is at most t if s and all elements are. *)
Lemma fold_most l : forall s t, (s <= t)%Z -> (forall r, In r l -> (r <= t)%Z) -> (fold_left Z.max l s <= t)%Z.
Proof.
  induction l as [|a l IH]; cbn; intros s t S A; [easy|].
  apply IH; auto. apply Z.max_lub; auto.
Qed.
(* The best is at least t if one is. *)
Lemma best_least l r t : In r l -> (t <= r)%Z -> (t <= best l)%Z.
Proof. destruct l as [|s l]; [easy|]. intros [->|I] T; cbn; apply fold_least; eauto. Qed.
(* The best is at most t if there is one and all are. *)
Lemma best_most l t : l <> [] -> (forall r, In r l -> (r <= t)%Z) -> (best l <= t)%Z.
Proof. destruct l as [|s l]; intros N A; [easy|]. cbn in *. apply fold_most; auto. Qed.

(* Nobody scores more than the number of empty cells. *)
Lemma score_bounds n : forall turn b, (- Z.of_nat n <= score n turn b <= Z.of_nat n)%Z.
Proof.
  induction n as [|n IH]; intros turn b; [cbn; lia|]. cbn [Value.score].
  set (l := map _ _).
  assert (forall r, In r l -> (- Z.of_nat (S n) <= r <= Z.of_nat (S n))%Z) as A.
  { intros r I. apply in_map_iff in I. destruct I as (c & <- & _). cbn zeta.
    destruct (fourb W H (drop b c turn) turn); [lia|]. specialize (IH (other turn) (drop b c turn)). lia. }
  destruct l as [|s l']; [cbn; lia|]. split.
  - apply best_least with s; [now left|]. apply A. now left.
  - apply best_most; [easy|]. intros r I. now apply A.
Qed.

(* The score for the player p, of what it is for the side to move. *)
Definition for_player (p turn : player) (s : Z) : Z := if same p turn then s else (- s)%Z.

(* If p can force a bound, minimax finds at least that for him. *)
Theorem secures_score p bound turn b : secures W H p bound turn b -> shape W H b ->
  (bound <= for_player p turn (score (left b) turn b))%Z.
Proof.
  unfold for_player.
  induction 1 as [b c Lg F T|b c Lg S IH|b [c0 Lg0] N A IH|turn b D N|turn b D]; intros Sh.
  - rewrite same_refl. pose proof (left_drop W H b c p Sh Lg) as E. rewrite E. cbn [Value.score].
    eapply best_least; [apply in_map_iff; exists c; split; [reflexivity|now apply moves_spec]|]. cbn zeta.
    rewrite (proj2 (fourb_spec W H _ p (shape_drop W H b c p Sh Lg)) F). lia.
  - rewrite same_refl. pose proof (left_drop W H b c p Sh Lg) as E.
    specialize (IH (shape_drop W H b c p Sh Lg)). rewrite same_other in IH. rewrite E. cbn [Value.score].
    eapply best_least; [apply in_map_iff; exists c; split; [reflexivity|now apply moves_spec]|]. cbn zeta.
    pose proof (score_bounds (left (drop b c p)) (other p) (drop b c p)).
    destruct (fourb W H (drop b c p) p); lia.
  - rewrite same_other. destruct (left b) as [|n] eqn:E.
    { rewrite (left_drop W H b c0 (other p) Sh Lg0) in E. discriminate. }
    cbn [Value.score]. set (l := map _ _).
    enough (best l <= - bound)%Z by lia. apply best_most.
    + unfold l. intros Z. apply map_eq_nil in Z. apply moves_spec in Lg0. rewrite Z in Lg0. easy.
    + intros r I. apply in_map_iff in I. destruct I as (c & <- & I). apply moves_spec in I. cbn zeta.
      destruct (fourb W H (drop b c (other p)) (other p)) eqn:F.
      * exfalso. apply (N c I). apply (fourb_spec W H); [now apply shape_drop|easy].
      * specialize (IH c I (shape_drop W H b c (other p) Sh I)). rewrite same_refl in IH. rewrite other_other.
        rewrite (left_drop W H b c (other p) Sh I) in E. injection E as <-. lia.
  - enough (score (left b) turn b = 0%Z) as -> by (destruct (same p turn); lia).
    destruct (left b) as [|n]; [easy|]. cbn [Value.score].
    destruct (moves W H b) as [|c l] eqn:E; [easy|]. exfalso. apply (N c), moves_spec. rewrite E. now left.
  - pose proof (score_bounds (left b) turn b). destruct (same p turn); lia.
Qed.

(* From the empty board, for the first player. *)
Corollary score_at_least bound : secures W H First bound First (empty W) -> (bound <= score_of_the_game W H)%Z.
Proof.
  intros S. apply secures_score in S; [|apply shape_empty]. rewrite left_empty in S. exact S.
Qed.
(* And for the second. *)
Corollary score_at_most bound : secures W H Second bound First (empty W) -> (score_of_the_game W H <= - bound)%Z.
Proof.
  intros S. apply secures_score in S; [|apply shape_empty]. rewrite left_empty in S.
  unfold for_player in S. cbn [same] in S. unfold score_of_the_game. lia.
Qed.

(* If the first player can force that he wins, the game is won. *)
Theorem value_is_win : secures W H First 1 First (empty W) -> value_of_the_game W H = Win.
Proof. intros S. apply score_at_least in S. unfold value_of_the_game. destruct (score_of_the_game W H); easy || lia. Qed.
(* If the second player can, it is lost. *)
Theorem value_is_loss : secures W H Second 1 First (empty W) -> value_of_the_game W H = Loss.
Proof. intros S. apply score_at_most in S. unfold value_of_the_game. destruct (score_of_the_game W H); easy || lia. Qed.
(* If each can force that he does not lose, it is a draw. *)
Theorem value_is_draw : secures W H First 0 First (empty W) -> secures W H Second 0 First (empty W) ->
  value_of_the_game W H = Draw.
Proof.
  intros S1 S2. apply score_at_least in S1. apply score_at_most in S2. unfold value_of_the_game.
  destruct (score_of_the_game W H); easy || lia.
Qed.
(* If the first player can force his stone number n, and the second can force that no earlier one wins, it is
   that stone. *)
Theorem first_wins_with n : secures W H First (Z.of_nat (W * H) - (2 * n - 2)) First (empty W) ->
  secures W H Second (- (Z.of_nat (W * H) - (2 * n - 2))) First (empty W) -> first_player_wins_with_stone W H n.
Proof.
  intros S1 S2. apply score_at_least in S1. apply score_at_most in S2. unfold first_player_wins_with_stone. lia.
Qed.
(* The other way round for the second player. *)
Theorem second_wins_with n : secures W H Second (Z.of_nat (W * H) - (2 * n - 1)) First (empty W) ->
  secures W H First (- (Z.of_nat (W * H) - (2 * n - 1))) First (empty W) -> second_player_wins_with_stone W H n.
Proof.
  intros S1 S2. apply score_at_most in S1. apply score_at_least in S2. unfold second_player_wins_with_stone. lia.
Qed.
End ForcedValue.
