(* The checker of rows: it plays each row out on bitboards, and it computes fast. Soundness.v proves that what
   it accepts is true.

   The player whose rows these are has to reach a bound. Where he is to move he wins if he can, else he stops the
   other side from winning, else he plays the first cell of the row's list where a stone falls now, or, if the
   list is empty, tries every move. Where the other side is to move all its moves are tried. Play stops at
   positions that were proven before: rows, where the player is to move, and positions met, where the other
   side is. *)
Require Import List Arith Bool ZArith.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards PositionSet.
Import ListNotations.

(* What has to be known of a board: its cells, its lowest cells, its columns in the order in which they are tried,
   whether a set of stones has four in a row, and the mirror image. *)
Record numbers := { full : word; bottom : word; cols : list word; wins_of : word -> bool; mirror_of : word -> word }.

Section Check.
Variable c : numbers.
(* A win is enough from so many cells on that were empty before the last stone; a draw is enough; a loss is, up to
   so many cells. *)
Variable win_from : nat.
Variable draws : bool.
Variable lose_to : nat.

(* Where a stone falls now. *)
Definition places (me opp : word) : word :=
  let mask := (me lor opp)%word in free (full c) (bottom c) mask.
(* Of the columns of a list the move in the first that has a cell wanted; the first move that wins; 0: there is none. *)
Fixpoint first_of (wanted pl : word) (l : list word) : word :=
  match l with
  | [] => 0
  | col :: l => if misses col wanted then first_of wanted pl l else (pl land col)%word
  end.
Fixpoint winning (me pl : word) (l : list word) : word :=
  match l with
  | [] => 0
  | col :: l =>
    if misses pl col then winning me pl l else let m := (pl land col)%word in if wins_of c (me lor m)%word then m else winning me pl l
  end.
(* Of a plan the first cell where a stone falls now; if there is none, all of them. *)
Fixpoint planned (pl : word) (plan : list word) : word :=
  match plan with
  | [] => pl
  | q :: plan => if misses q pl then planned pl plan else q
  end.
(* Does f hold after each move; after some move? The set of positions met is handed on. *)
Fixpoint each (f : word -> tree -> option tree) (pl : word) (l : list word) (met : tree) : option tree :=
  match l with
  | [] => Some met
  | col :: l =>
    if misses pl col then each f pl l met
    else match f (pl land col)%word met with None => None | Some met => each f pl l met end
  end.
Fixpoint some_of (f : word -> tree -> option tree) (pl : word) (l : list word) (met : tree) : option tree :=
  match l with
  | [] => None
  | col :: l =>
    if misses pl col then some_of f pl l met
    else match f (pl land col)%word met with None => some_of f pl l met | found => found end
  end.

Section Row.
Variable rows : tree.
Variable plan : list word.

(* The player is to move, and n cells are empty. *)
Definition answer (n : nat) (reply : word -> word -> tree -> option tree) (me opp : word) (met : tree) : option tree :=
  if mem rows (hash me opp) me opp then Some met else
  let pl := places me opp in
  if (pl =? 0)%word then (if draws then Some met else None) else
  if n <=? lose_to then Some met else
  if (if wins_of c (me lor pl)%word then negb (winning me pl (cols c) =? 0)%word else false)
  then (if win_from <=? n then Some met else None) else
  let go m met := reply (me lor m)%word opp met in
  let block := if wins_of c (opp lor pl)%word then winning opp pl (cols c) else 0%word in
  if (block =? 0)%word then
    match plan with
    | [] => some_of go pl (cols c) met
    | _ => let m := first_of (planned pl plan) pl (cols c) in if (m =? 0)%word then None else go m met
    end
  else go block met.

(* The other side is to move, and n cells are empty. *)
Fixpoint reply (n : nat) (me opp : word) (met : tree) : option tree :=
  match n with
  | O => if draws then Some met else None
  | S m =>
    let h := hash me opp in
    if mem met h me opp then Some met else
    if n <=? lose_to then Some met else
    let pl := places me opp in
    if (pl =? 0)%word then (if draws then Some met else None) else
    let risky := wins_of c (opp lor pl)%word in
    match each (fun stone met => let opp := (opp lor stone)%word in
                  if (if risky then wins_of c opp else false) then None
                  else answer m (match m with O => fun _ _ _ => None | S k => reply k end) me opp met)
               pl (cols c) met with
    | None => None
    | Some met => Some (add met h me opp)
    end
  end.
End Row.

(* The board that a pair of bitboards shows. Nothing is proven of it: it has to give these bitboards again. *)
Definition bit (s : word) (k : nat) : bool := negb ((s >> int_of k) land 1 =? 0)%word.
Definition board_of (W H : nat) (p : player) (me opp : word) : board :=
  map (fun x => flat_map (fun y => if bit me (index H x y) then [p] else
                                   if bit opp (index H x y) then [other p] else []) (seq 0 H)) (seq 0 W).
(* The stones of q as a bitboard. *)
Definition bits_of (W H : nat) (q : player) (b : board) : word :=
  lor_all (flat_map (fun x => flat_map (fun y =>
    match cell b x y with Some r => if same q r then [bit1 (index H x y)] else [] | None => [] end) (seq 0 H)) (seq 0 W)).
Definition in_shape (W H : nat) (b : board) : bool :=
  (length b =? W) && forallb (fun col => length col <=? H) b.

(* A row: is the player to move, his stones, those of the other side, a list of cells. *)
Record row := Row { own : bool; mine : word; theirs : word; list_of : list word }.
Definition check_row (W H : nat) (p : player) (rows met : tree) (r : row) : bool :=
  let b := board_of W H p (mine r) (theirs r) in
  if in_shape W H b && (bits_of W H p b =? mine r)%word && (bits_of W H (other p) b =? theirs r)%word then
    let n := left W H b in
    match (if own r then answer rows (list_of r) n (match n with O => fun _ _ _ => None | S k => reply rows (list_of r) k end)
                                (mine r) (theirs r) met
           else reply rows (list_of r) n (mine r) (theirs r) met) with
    | Some _ => true | None => false
    end
  else false.
(* Add a position and its mirror image. *)
Definition add_both (t : tree) (me opp : word) : tree :=
  let t := add t (hash me opp) me opp in
  let a := mirror_of c me in let b := mirror_of c opp in
  if (if (mirror_of c a =? me)%word then (mirror_of c b =? opp)%word else false) then add t (hash a b) a b else t.
(* Row by row: each may rest on those before it. *)
Fixpoint check_rows (W H : nat) (p : player) (l : list row) (rows met : tree) : bool :=
  match l with
  | [] => true
  | r :: l =>
    if check_row W H p rows met r then
      if own r then check_rows W H p l (add_both rows (mine r) (theirs r)) met
      else check_rows W H p l rows (add_both met (mine r) (theirs r))
    else false
  end.
End Check.
