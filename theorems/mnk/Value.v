(* The value of the game: what minimax finds from the empty board, move by move, if nothing cuts it short; and
   that it is what a forced result says. *)
Require Import List Arith Bool Lia.
From Zermelo.mnk Require Import Rules Board Stealing.
Import ListNotations.

Inductive result := Loss | Draw | Win.
Definition opposite r := match r with Loss => Win | Draw => Draw | Win => Loss end.
Definition is (r s : result) : bool := match r, s with Loss, Loss | Draw, Draw | Win, Win => true | _, _ => false end.
(* The best of the results of all moves; without a move the board is full. *)
Definition best (l : list result) : result :=
  if existsb (is Win) l then Win else match l with [] => Draw | _ => if existsb (is Draw) l then Draw else Loss end.

Section Value.
Variables m n k : nat.
(* For the side to move, if at most `fuel` cells are empty. *)
Fixpoint value (fuel : nat) (turn : player) (b : board) : result :=
  match fuel with
  | 0 => Draw
  | S fuel => best (map (fun c => let b := place b (fst c) (snd c) turn in
                                  if lineb m n k b turn then Win else opposite (value fuel (other turn) b)) (empties m n b))
  end.
Definition value_of_the_game : result := value (m * n) First empty.

Hypothesis K : 0 < k.
(* The test `is r s` is true exactly if the results r and s are equal. *)
Lemma is_spec r s : is r s = true <-> r = s. Proof. destruct r, s; cbn; split; congruence. Qed.
(* If a list l of results contains Win, the best of them is Win. *)
Lemma best_win l : In Win l -> best l = Win.
Proof. intros I. unfold best. assert (existsb (is Win) l = true) as ->; [|easy]. apply existsb_exists. eauto. Qed.
(* If a list l of results contains Draw, the best of them is Win or Draw. *)
Lemma best_draw l : In Draw l -> best l = Win \/ best l = Draw.
Proof.
  intros I. unfold best. assert (existsb (is Draw) l = true) as -> by (apply existsb_exists; eauto).
  destruct (existsb (is Win) l), l; auto.
Qed.
(* If a list l of results is not empty and does not contain Win, then the best of them is Loss, or it is
   Draw and l contains Draw. *)
Lemma best_low l : l <> [] -> ~ In Win l -> best l = Loss \/ (In Draw l /\ best l = Draw).
Proof.
  intros N I. unfold best. destruct (existsb (is Win) l) eqn:E1.
  - apply existsb_exists in E1. destruct E1 as (r & Ir & Q). apply is_spec in Q. now subst.
  - destruct (existsb (is Draw) l) eqn:E2.
    + apply existsb_exists in E2. destruct E2 as (r & Ir & Q). apply is_spec in Q. subst. destruct l; [easy|auto].
    + destruct l; [easy|auto].
Qed.

(* A forced result for p is worth that to the side to move. *)
Definition fits (p : player) (draws : bool) (turn : player) (r : result) :=
  r = match p, turn with First, First | Second, Second => Win | _, _ => Loss end \/ (draws = true /\ r = Draw).
(* If all stones of b lie on the board and at most `fuel` cells are empty, then the minimax value of b is a win for p if p can
   force a win, and a win for p or a draw if p can force a win or a draw. *)
Theorem secures_value p draws turn b : secures m n k p draws turn b ->
  forall fuel, inside m n b -> length (empties m n b) <= fuel -> fits p draws turn (value fuel turn b).
Proof.
  unfold fits.
  induction 1 as [b x y Lg F|b x y Lg S IH|b [x0 [y0 Lg0]] N A IH|t b D N]; intros fuel I Le.
  1,2,3: match goal with X : legal m n ?c ?u ?v, q : player |- _ => pose proof (empties_place m n c u v q X) end;
    destruct fuel as [|fuel]; [lia|]; cbn [value].
  - left. replace (match p, p with First, First | Second, Second => Win | _, _ => Loss end) with Win by now destruct p.
    apply best_win, in_map_iff. exists (x, y). cbn [fst snd]. cbv zeta.
    rewrite (proj2 (lineb_spec m n k _ p K (inside_place _ _ _ _ _ p I Lg)) F). split; [easy|now apply empties_legal].
  - replace (match p, p with First, First | Second, Second => Win | _, _ => Loss end) with Win by now destruct p.
    set (l := map _ _). set (b' := place b x y p) in *.
    assert (In (if lineb m n k b' p then Win else opposite (value fuel (other p) b')) l) as J.
    { unfold l. apply in_map_iff. exists (x, y). split; [easy|now apply empties_legal]. }
    destruct (lineb m n k b' p); [left; now apply best_win|].
    destruct (IH fuel) as [E|[D E]].
    + now apply inside_place.
    + lia.
    + replace (value fuel (other p) b') with Loss in J by (rewrite E; now destruct p). left. now apply best_win.
    + rewrite E in J. cbn in J. apply best_draw in J. destruct J; auto.
  - replace (match p, other p with First, First | Second, Second => Win | _, _ => Loss end) with Loss by now destruct p.
    set (l := map _ _).
    assert (forall r, In r l -> r = Loss \/ (draws = true /\ r = Draw)) as Q.
    { intros r J. apply in_map_iff in J. destruct J as ([x y] & <- & J). apply empties_legal in J. cbn [fst snd]. cbv zeta.
      destruct (lineb m n k (place b x y (other p)) (other p)) eqn:F4.
      - exfalso. apply (N x y J). apply (lineb_spec m n k _ _ K (inside_place _ _ _ _ _ _ I J)). exact F4.
      - rewrite other_other. pose proof (empties_place m n b x y (other p) J).
        destruct (IH x y J fuel) as [E|[D E]].
        + now apply inside_place.
        + lia.
        + rewrite E. left. now destruct p.
        + rewrite E. now right. }
    destruct (best_low l) as [E|[E1 E2]]; auto.
    + unfold l. intros E. apply map_eq_nil in E. apply empties_legal in Lg0. now rewrite E in Lg0.
    + intros J. destruct (Q _ J) as [|[_ ?]]; discriminate.
    + right. split; [|easy]. destruct (Q _ E1) as [|[? _]]; easy.
  - right. split; [easy|]. destruct fuel; [easy|]. cbn [value].
    destruct (empties m n b) as [|[x y] l] eqn:E; [easy|]. exfalso. apply (N x y), empties_legal. rewrite E. now left.
Qed.
(* At most m * n cells of the board are empty. *)
Lemma empties_most b : length (empties m n b) <= m * n.
Proof.
  unfold empties, cells. rewrite <- (seq_length m 0) at 2. rewrite <- (seq_length n 0) at 2. rewrite <- prod_length.
  induction (list_prod (seq 0 m) (seq 0 n)); cbn; [lia|]. destruct (is_empty b a); cbn; lia.
Qed.
(* If the first player can force a win from the empty board, the value of the game by minimax is Win. *)
Corollary value_is_win : first_player_wins m n k -> value_of_the_game = Win.
Proof.
  intros S. destruct (secures_value _ _ _ _ S (m * n) (inside_empty m n) (empties_most empty)) as [E|[E _]];
    [exact E|discriminate].
Qed.
(* If the second player can force a win from the empty board, the value of the game by minimax is Loss. *)
Corollary value_is_loss : second_player_wins m n k -> value_of_the_game = Loss.
Proof.
  intros S. destruct (secures_value _ _ _ _ S (m * n) (inside_empty m n) (empties_most empty)) as [E|[E _]];
    [exact E|discriminate].
Qed.
(* If each player can force from the empty board that he wins or draws, the value of the game by minimax is Draw. *)
Corollary value_is_draw : is_drawn m n k -> value_of_the_game = Draw.
Proof.
  intros [S1 S2].
  destruct (secures_value _ _ _ _ S1 (m * n) (inside_empty m n) (empties_most empty)) as [E1|[_ E1]]; [|exact E1].
  destruct (secures_value _ _ _ _ S2 (m * n) (inside_empty m n) (empties_most empty)) as [E2|[_ E2]]; [|exact E2].
  cbn in E1, E2. congruence.
Qed.
End Value.
