(* What holds of boards and stones, whatever the rules of the game. *)
Require Import List Arith Bool Lia.
From Zermelo.mnk Require Import Rules.
Import ListNotations.

(* The cells of a board, and those that are empty. *)
Definition cells (m n : nat) : list (nat * nat) := list_prod (seq 0 m) (seq 0 n).
Definition is_empty (b : board) (c : nat * nat) : bool :=
  match b (fst c) (snd c) with None => true | _ => false end.
Definition empties (m n : nat) (b : board) : list (nat * nat) := filter (is_empty b) (cells m n).
Definition inside (m n : nat) (b : board) := forall x y, b x y <> None -> x < m /\ y < n.

(* It can be decided whether two cells c and d are equal. *)
Lemma same_cell (c d : nat * nat) : {c = d} + {c <> d}.
Proof. decide equality; apply Nat.eq_dec. Qed.
(* After p places a stone on cell (x, y), that cell holds a stone of p. *)
Lemma place_same b x y p : place b x y p x y = Some p.
Proof. unfold place. now rewrite !Nat.eqb_refl. Qed.
(* A stone placed on cell (x, y) does not change any other cell (x', y'). *)
Lemma place_else b x y p x' y' : (x', y') <> (x, y) -> place b x y p x' y' = b x' y'.
Proof.
  intros D. unfold place. destruct (Nat.eqb_spec x' x), (Nat.eqb_spec y' y); cbn; auto. now subst.
Qed.
(* If all stones of b lie on m columns and n rows, so do all stones after a legal move. *)
Lemma inside_place m n b x y p : inside m n b -> legal m n b x y -> inside m n (place b x y p).
Proof.
  intros I (X & Y & _) x' y'. unfold place. destruct (Nat.eqb_spec x' x), (Nat.eqb_spec y' y); cbn; subst; auto.
Qed.
(* All stones of the empty board lie on m columns and n rows, since it has no stones. *)
Lemma inside_empty m n : inside m n empty.
Proof. intros x y E. now destruct E. Qed.

(* ---- moves ---- *)
(* A cell (x, y) is in the list `empties` of board b exactly if a stone may legally be placed there. *)
Lemma empties_legal m n b x y : In (x, y) (empties m n b) <-> legal m n b x y.
Proof.
  unfold empties, cells, legal. rewrite filter_In, in_prod_iff, !in_seq. unfold is_empty. cbn [fst snd].
  destruct (b x y); intuition (try lia; discriminate).
Qed.
(* It can be decided whether a stone may legally be placed on cell (x, y). *)
Lemma is_legal m n b x y : {legal m n b x y} + {~ legal m n b x y}.
Proof.
  unfold legal. destruct (lt_dec x m); [|right; tauto]. destruct (lt_dec y n); [|right; tauto].
  destruct (b x y); [right|left; auto]. now intros (_ & _ & ?).
Qed.
(* There is a move, or the board is full. *)
Lemma some_move m n b : (exists x y, legal m n b x y) \/ (forall x y, ~ legal m n b x y).
Proof.
  destruct (empties m n b) as [|[x y] l] eqn:E.
  - right. intros x y L. apply empties_legal in L. now rewrite E in L.
  - left. exists x, y. apply empties_legal. rewrite E. now left.
Qed.
(* A filter that lets less through, and stops x, leaves a shorter list. *)
Lemma filter_less {A} (f g : A -> bool) l x : In x l -> (forall a, g a = true -> f a = true) ->
  f x = true -> g x = false -> length (filter g l) < length (filter f l).
Proof.
  intros I G F N.
  assert (forall l, length (filter g l) <= length (filter f l)) as Le.
  { induction l0 as [|a l0 IH]; cbn; [lia|]. specialize (G a).
    destruct (g a), (f a); cbn; try lia; now specialize (G eq_refl). }
  induction l as [|a l IH]; [easy|]. cbn. destruct I as [->|I].
  - rewrite F, N. cbn. specialize (Le l). lia.
  - specialize (IH I). specialize (G a). destruct (g a), (f a); cbn; try lia; now specialize (G eq_refl).
Qed.
(* After a legal move there are fewer empty cells than before. *)
Lemma empties_place m n b x y p : legal m n b x y ->
  length (empties m n (place b x y p)) < length (empties m n b).
Proof.
  intros L. apply filter_less with (x := (x, y)).
  - apply empties_legal in L. now apply filter_In in L.
  - intros [x' y']. unfold is_empty, place. cbn [fst snd]. now destruct (andb (x' =? x) (y' =? y)).
  - unfold is_empty. cbn [fst snd]. destruct L as (_ & _ & ->). easy.
  - unfold is_empty. cbn [fst snd]. now rewrite place_same.
Qed.

(* ---- lines ---- *)
(* Cell i of the line from (x, y) in direction d, as in `line`. *)
Definition along (k x y d i : nat) : nat * nat :=
  match d with 0 => (x + i, y) | 1 => (x, y + i) | 2 => (x + i, y + i) | _ => (x + i, y + (k - 1 - i)) end.
Definition at_ (b : board) (c : nat * nat) := b (fst c) (snd c).
(* Player q has k or more stones in a row exactly if q has the k cells from some (x, y) on in one of the four directions d. *)
Lemma line_along k b q : line k b q <-> exists x y d, d < 4 /\ forall i, i < k -> at_ b (along k x y d i) = Some q.
Proof.
  unfold line, at_, along. split.
  - intros (x & y & [F|[F|[F|F]]]); exists x, y; [exists 0|exists 1|exists 2|exists 3]; cbn; split; auto.
  - intros (x & y & d & D & F). exists x, y. destruct d as [|[|[|[|]]]]; cbn in F; auto; lia.
Qed.
(* After q places a stone on cell (x, y), that cell holds q's stone and every other cell c holds what it held before. *)
Lemma at_place b x y q c : at_ (place b x y q) c = if same_cell c (x, y) then Some q else at_ b c.
Proof.
  destruct c as [x' y']. unfold at_. cbn [fst snd]. destruct (same_cell (x', y') (x, y)) as [E|E].
  - injection E as -> ->. apply place_same.
  - now apply place_else.
Qed.
