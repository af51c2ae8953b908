(* The m,n,k-game on m columns and n rows, and what a forced result is. *)
Require Import Arith.

Inductive player := First | Second.
Definition other (p : player) := match p with First => Second | Second => First end.

(* What lies in column x of row y. *)
Definition board := nat -> nat -> option player.
Definition empty : board := fun _ _ => None.
Definition place (b : board) (x y : nat) (p : player) : board :=
  fun x' y' => if andb (x' =? x) (y' =? y) then Some p else b x' y'.
Definition legal (m n : nat) (b : board) (x y : nat) : Prop := x < m /\ y < n /\ b x y = None.

(* k or more stones of p in a row: across, upright, on a rising or on a falling diagonal. *)
Definition line (k : nat) (b : board) (p : player) : Prop :=
  exists x y,
    (forall i, i < k -> b (x + i) y = Some p) \/
    (forall i, i < k -> b x (y + i) = Some p) \/
    (forall i, i < k -> b (x + i) (y + i) = Some p) \/
    (forall i, i < k -> b (x + i) (y + (k - 1 - i)) = Some p).

(* secures m n k p draws turn b: in a game that is not over, with board b and `turn` to move, player p can force
   that he wins or, if draws, that he wins or the board is full without a line. *)
Inductive secures (m n k : nat) (p : player) (draws : bool) : player -> board -> Prop :=
| s_line : forall b x y, legal m n b x y -> line k (place b x y p) p -> secures m n k p draws p b
| s_move : forall b x y, legal m n b x y -> secures m n k p draws (other p) (place b x y p) -> secures m n k p draws p b
| s_reply : forall b, (exists x y, legal m n b x y) ->
    (forall x y, legal m n b x y -> ~ line k (place b x y (other p)) (other p)) ->
    (forall x y, legal m n b x y -> secures m n k p draws p (place b x y (other p))) ->
    secures m n k p draws (other p) b
| s_full : forall turn b, draws = true -> (forall x y, ~ legal m n b x y) -> secures m n k p draws turn b.

(* The opponent of the opponent of p is p. *)
Lemma other_other p : other (other p) = p. Proof. now destruct p. Qed.
(* The opponent of p is not p. *)
Lemma other_not p : other p <> p. Proof. now destruct p. Qed.

(* One of the two players can force his part: never both. *)
Lemma exclusive m n k p turn b :
  secures m n k p false turn b -> secures m n k (other p) true turn b -> False.
Proof.
  induction 1 as [b x y Lg F|b x y Lg S IH|b [x0 [y0 Lg0]] N A IH|t b D N]; intros O.
  - inversion O; subst; try (now destruct p); [|firstorder].
    match goal with X : forall x y, legal m n b x y -> ~ _ |- _ => apply (X x y Lg) end. now destruct p.
  - inversion O; subst; try (now destruct p); [|firstorder].
    apply IH. destruct p; cbn in *; auto.
  - inversion O; subst; try (now destruct p); [| |firstorder].
    + match goal with X : legal m n b _ _, F : line _ _ _ |- _ => now apply (N _ _ X) end.
    + match goal with X : legal m n b ?u ?v, S : secures m n k (other p) true (other (other p)) _ |- _ =>
        apply (IH u v X); now destruct p end.
  - discriminate.
Qed.

Definition first_player_wins m n k := secures m n k First false First empty.
Definition second_player_wins m n k := secures m n k Second false First empty.
Definition is_drawn m n k := secures m n k First true First empty /\ secures m n k Second true First empty.
