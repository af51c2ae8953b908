(* Italian draughts on n columns and n rows: boards and moves. *)
Require Import List Arith Bool.
Import ListNotations.

Inductive rank := Man | King.
(* What is on a square, for the player who is to move. Jumped: a piece that he has jumped over in a capture that goes on. *)
Inductive square := Empty | Own (k : rank) | Enemy (k : rank) | Jumped | Outside.

(* The board as the player sees it who is to move. Its rows begin with the farthest, where his men become kings. *)
Definition board := list (list square).

(* What is in column c of row r, which are numbered from 1. *)
Definition look (b : board) (r c : nat) : square :=
  match r, c with S r, S c => nth c (nth r b []) Outside | _, _ => Outside end.
Fixpoint change {A} (n : nat) (f : A -> A) (l : list A) : list A :=
  match l with [] => [] | x :: l => match n with 1 => f x :: l | _ => x :: change (pred n) f l end end.
Definition put (s : square) (r c : nat) (b : board) : board := change r (change c (fun _ => s)) b.

(* A man goes forward only, a king also backward: what becomes of the numbers of row and column. *)
Definition directions (k : rank) : list ((nat -> nat) * (nat -> nat)) :=
  [(pred, pred); (pred, S)] ++ match k with Man => [] | King => [(S, pred); (S, S)] end.

(* His pieces, each with row and column. *)
Definition pieces (b : board) : list (rank * nat * nat) :=
  flat_map (fun r => flat_map (fun c => match look b r c with Own k => [(k, r, c)] | _ => [] end)
    (seq 1 (length b))) (seq 1 (length b)).

(* The boards after a step of the piece in row r and column c. *)
Definition steps (b : board) (piece : rank * nat * nat) : list board :=
  let '(k, r, c) := piece in
  flat_map (fun '(f, g) => match look b (f r) (g c) with
                           | Empty => [put (Own k) (f r) (g c) (put Empty r c b)]
                           | _ => []
                           end) (directions k).

(* A man takes no kings. *)
Definition may_take (k enemy : rank) : bool := match k, enemy with Man, King => false | _, _ => true end.

(* All ways of jumping on with a piece until it can jump no more: what it takes, in order, and the board then. What
   has been jumped over is lifted at the end only, and not jumped over again. `most`: there are no more jumps. *)
Fixpoint jumps (most : nat) (b : board) (k : rank) (r c : nat) : list (list rank * board) :=
  match most with
  | 0 => []
  | S most =>
    match flat_map (fun '(f, g) =>
            match look b (f r) (g c), look b (f (f r)) (g (g c)) with
            | Enemy e, Empty =>
              if may_take k e then
                map (fun '(taken, after) => (e :: taken, after))
                  (jumps most (put (Own k) (f (f r)) (g (g c)) (put Jumped (f r) (g c) (put Empty r c b)))
                     k (f (f r)) (g (g c)))
              else []
            | _, _ => []
            end) (directions k) with
    | [] => [([], b)]
    | further => further
    end
  end.

(* All captures: who takes, whom, and the board then. *)
Definition captures (b : board) : list (rank * list rank * board) :=
  flat_map (fun '(k, r, c) => flat_map (fun '(taken, after) => match taken with [] => [] | _ => [(k, taken, after)] end)
    (jumps (length b * length b) b k r c)) (pieces b).

(* Of several captures the one goes first that takes the most pieces; then with a king; then the most kings; then
   the one that comes to a king first. *)
Definition king (k : rank) : nat := match k with Man => 0 | King => 1 end.
Definition worth (capture : rank * list rank * board) : list nat :=
  let '(k, taken, _) := capture in [length taken; king k; list_sum (map king taken)] ++ map king taken.
Fixpoint less (l m : list nat) : bool :=
  match l, m with x :: l, y :: m => (x <? y) || (x =? y) && less l m | _, _ => false end.
Definition allowed (all : list (rank * list rank * board)) : list (rank * list rank * board) :=
  filter (fun one => forallb (fun other => negb (less (worth one) (worth other))) all) all.

(* After a move men on the last row become kings, what was jumped over is lifted, and the other player sees the board
   from his side. *)
Definition crown (b : board) : board :=
  match b with
  | last :: others => map (fun s => match s with Own Man => Own King | s => s end) last :: others
  | [] => []
  end.
Definition other_side (s : square) : square :=
  match s with Own k => Enemy k | Enemy k => Own k | Jumped => Empty | s => s end.
Definition turned (b : board) : board := rev (map (fun row => rev (map other_side row)) b).

(* The boards after all moves, as the other player sees them. Who can capture must. *)
Definition moves (b : board) : list board :=
  map (fun b => turned (crown b))
    match captures b with
    | [] => flat_map (steps b) (pieces b)
    | all => map snd (allowed all)
    end.

(* Men on all dark squares but those of the two rows in the middle. *)
Definition start (n : nat) : board :=
  map (fun r => map (fun c => if negb (Nat.even (r + c)) then Empty
                              else if r <? n / 2 then Enemy Man
                              else if n / 2 + 1 <? r then Own Man else Empty) (seq 1 n)) (seq 1 n).
