(* Numbers of moves as they are exported: a character for each, from "0" on. *)
Require Import List NArith Coq.Strings.Byte.
Import ListNotations.

Inductive line := End | Then (number : byte) (further : line).
Definition line_of (l : list byte) : line := fold_right Then End l.
Fixpoint bytes_of (l : line) : list byte := match l with End => [] | Then b l => b :: bytes_of l end.
Declare Scope line_scope.
Delimit Scope line_scope with line.
String Notation line line_of bytes_of : line_scope.
Bind Scope line_scope with line.

Definition numbers (l : list line) : list nat :=
  map (fun b => N.to_nat (Byte.to_N b) - 48) (flat_map bytes_of l).
