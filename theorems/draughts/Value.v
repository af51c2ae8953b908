(* The value of a game that may go on for ever, and that it is one value. *)
Require Import List.
From Zermelo.draughts Require Import Rules.

(* wins b: the player to move can force the win, in finitely many moves. He has lost if he has no move, and so also if
   he has no pieces. *)
Inductive wins : board -> Prop :=
| by_a_move : forall b after, In after (moves b) -> loses after -> wins b
with loses : board -> Prop :=
| whatever_he_does : forall b, (forall after, In after (moves b) -> wins after) -> loses b.

(* For the player to move. A draw: no player can force a win, so that both can go on for ever. *)
Inductive result := Loss | Draw | Win.
Definition value (b : board) (r : result) : Prop :=
  match r with Win => wins b | Loss => loses b | Draw => ~ wins b /\ ~ loses b end.

(* For the player who begins: "the value of the game on n columns and n rows is r". *)
Definition value_of_the_game (n : nat) (r : result) : Prop := value (start n) r.

(* ---- what is above is all that has to be read ---- *)

Scheme wins_loses := Minimality for wins Sort Prop with loses_wins := Minimality for loses Sort Prop.
(* If the player to move on b can force a win, then his opponent cannot. *)
Lemma exclusive b : wins b -> ~ loses b.
Proof.
  intros W. induction W as [b after I _ N|b _ IH] using wins_loses with (P0 := fun b => ~ wins b).
  - intros L. destruct L as [b A]. exact (N (A after I)).
  - intros W. destruct W as [b after I L]. exact (IH after I L).
Qed.
(* A board b has at most one value: if r and s are both its value, they are equal. *)
Theorem one_value b r s : value b r -> value b s -> r = s.
Proof. pose proof (exclusive b). destruct r, s; cbn; tauto. Qed.
(* It cannot be that no result is the value of the board b. *)
Theorem some_value b : ~ (forall r, ~ value b r).
Proof. intros N. pose proof (N Win). pose proof (N Loss). pose proof (N Draw). cbn in *. tauto. Qed.
