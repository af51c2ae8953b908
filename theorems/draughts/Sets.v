(* Sets of boards: search trees. A board is looked for along a path of bits, which need not be its alone: boards are
   compared, so that nothing has to be proven of paths. *)
Require Import List Bool.
From Zermelo.draughts Require Import Rules.
Import ListNotations.

(* ---- equality ---- *)
Definition same_square (s t : square) : bool :=
  match s, t with
  | Empty, Empty | Own Man, Own Man | Own King, Own King | Enemy Man, Enemy Man | Enemy King, Enemy King
  | Jumped, Jumped | Outside, Outside => true
  | _, _ => false
  end.
Section Lists.
Context {A : Type}.
Variable same : A -> A -> bool.
Fixpoint same_list (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if same x y then same_list l m else false
  | _, _ => false
  end.
Hypothesis same_is : forall x y, same x y = true -> x = y.
(* Two lists l and m are equal if `same_list` says so. *)
Lemma same_list_is l : forall m, same_list l m = true -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m] E; try easy. cbn in E. destruct (same x y) eqn:Q; [|easy].
  f_equal; auto.
Qed.
End Lists.
Definition same_row : list square -> list square -> bool := same_list same_square.
Definition same_board : board -> board -> bool := same_list same_row.
(* Two rows r and s of squares are equal if `same_row` says so. *)
Lemma same_row_is r s : same_row r s = true -> r = s.
Proof. apply same_list_is. now intros [| [] | [] | | ] [| [] | [] | | ]. Qed.
(* Two boards b and c are equal if `same_board` says so. *)
Lemma same_board_is b c : same_board b c = true -> b = c.
Proof. apply same_list_is, same_row_is. Qed.

(* ---- rows on a shelf ---- *)
(* All rows of squares that a board can have, each with a path of bits, so that boards in memory share them. *)
Inductive shelf := Bare | Shelf (row : list square) (path : list bool) (empty man king enemy_man enemy_king : shelf).
Fixpoint take (t : shelf) (row : list square) : option (list square * list bool) :=
  match t, row with
  | Bare, _ => None
  | Shelf row path _ _ _ _ _, [] => Some (row, path)
  | Shelf _ _ e m k em ek, s :: row =>
    match s with
    | Empty => take e row
    | Own Man => take m row
    | Own King => take k row
    | Enemy Man => take em row
    | Enemy King => take ek row
    | _ => None
    end
  end.
(* With so many more squares; pieces are on every second one. *)
Fixpoint shelf_of (n : nat) (dark : bool) (row : list square) (path : list bool) : shelf :=
  match n with
  | 0 => Shelf row path Bare Bare Bare Bare Bare
  | S n =>
    let further s bits := shelf_of n (negb dark) (row ++ [s]) (path ++ bits) in
    if dark then
      Shelf row path (further Empty [false]) (further (Own Man) [true; false; false]) (further (Own King) [true; false; true])
        (further (Enemy Man) [true; true; false]) (further (Enemy King) [true; true; true])
    else Shelf row path (further Empty []) Bare Bare Bare Bare
  end.
(* For the rows of a board in turn. *)
Definition from_shelf (t : shelf) (row : list square) : list square * list bool :=
  match take t row with
  | Some (shared, path) => if same_row shared row then (shared, path) else (row, path)
  | None => (row, [])
  end.
Fixpoint shared (odd even : shelf) (b : board) : board * list bool :=
  match b with
  | [] => ([], [])
  | row :: b =>
    let (row, path) := from_shelf odd row in let (b, further) := shared even odd b in (row :: b, path ++ further)
  end.
(* The row that `from_shelf` returns is equal to the row that it was given. *)
Lemma from_shelf_is t row : fst (from_shelf t row) = row.
Proof.
  unfold from_shelf. destruct (take t row) as [[r p]|]; [|easy]. destruct (same_row r row) eqn:Q; [|easy].
  now apply same_row_is.
Qed.
(* The board that `shared` returns is equal to the board b that it was given. *)
Lemma shared_is b : forall odd even, fst (shared odd even b) = b.
Proof.
  induction b as [|row b IH]; intros odd even; [easy|]. cbn. pose proof (from_shelf_is odd row) as F.
  specialize (IH even odd). destruct (from_shelf odd row), (shared even odd b). cbn in *. congruence.
Qed.

(* ---- trees ---- *)
Inductive tree := Leaf | Node (b : board) (zero one : tree).
Fixpoint has (t : tree) (b : board) : Prop :=
  match t with Leaf => False | Node c zero one => b = c \/ has zero b \/ has one b end.
Fixpoint mem (t : tree) (b : board) (path : list bool) : bool :=
  match t with
  | Leaf => false
  | Node c zero one =>
    if same_board b c then true else
    match path with
    | [] => mem zero b []
    | bit :: path => if bit then mem one b path else mem zero b path
    end
  end.
Fixpoint add (t : tree) (b : board) (path : list bool) : tree :=
  match t with
  | Leaf => Node b Leaf Leaf
  | Node c zero one =>
    match path with
    | [] => Node c (add zero b []) one
    | bit :: path => if bit then Node c zero (add one b path) else Node c (add zero b path) one
    end
  end.
(* If `mem` finds the board b in the tree t along any path, then t contains b. *)
Lemma mem_has t b : forall path, mem t b path = true -> has t b.
Proof.
  induction t as [|c zero IH0 one IH1]; cbn; intros path M; [easy|].
  destruct (same_board b c) eqn:Q; [left; now apply same_board_is|]. right.
  destruct path as [|[] path]; eauto.
Qed.
(* After b is added to the tree t along any path, the tree contains a board c exactly if c is b or t contained c. *)
Lemma add_has t b c : forall path, has (add t b path) c <-> c = b \/ has t c.
Proof.
  induction t as [|d zero IH0 one IH1]; cbn; intros path; [tauto|].
  destruct path as [|[] path]; cbn; [rewrite IH0|rewrite IH1|rewrite IH0]; tauto.
Qed.
