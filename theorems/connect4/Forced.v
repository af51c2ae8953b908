(* What a player can force, by the moves that he makes. *)
Require Import List Arith ZArith.
From Zermelo.connect4 Require Import Rules Boards.

(* secures W H p bound turn b: in a game that is not over, with board b and `turn` to move, player p can force a
   score (Value.v) of at least `bound` for himself. He completes four in a row soon enough; or he makes a move
   after which he can force it; or the other side can complete nothing, and whatever it does he can force it;
   or the board is full, and a draw is enough; or so few cells are left that whatever happens is enough. *)
Inductive secures (W H : nat) (p : player) (bound : Z) : player -> board -> Prop :=
| s_four : forall b c, legal W H b c -> four (drop b c p) p -> (bound <= Z.of_nat (left W H b))%Z ->
    secures W H p bound p b
| s_move : forall b c, legal W H b c -> secures W H p bound (other p) (drop b c p) -> secures W H p bound p b
| s_reply : forall b, (exists c, legal W H b c) ->
    (forall c, legal W H b c -> ~ four (drop b c (other p)) (other p)) ->
    (forall c, legal W H b c -> secures W H p bound p (drop b c (other p))) ->
    secures W H p bound (other p) b
| s_full : forall turn b, (bound <= 0)%Z -> (forall c, ~ legal W H b c) -> secures W H p bound turn b
| s_late : forall turn b, (bound <= - Z.of_nat (left W H b))%Z -> secures W H p bound turn b.
