(* Sets of positions: trees that branch by the stones of the other side, bit by bit, and where these end is a list of the
   player's stones. *)
Require Import List Bool NArith.
From Zermelo.connect4.over_N Require Import Words.
Import ListNotations.

(* A position is the stones of the player and those of the other side. *)
Inductive tree := E | T (here : list word) (zero one : tree).
(* The way of a position through a tree: the stones of the other side, below a bit that marks that there are any. *)
Definition hash (me opp : word) : positive := match opp with N0 => xH | Npos p => xO p end.
(* Is the position there? *)
Fixpoint among (l : list word) (me : word) : bool :=
  match l with [] => false | a :: l => if (a =? me)%word then true else among l me end.
Fixpoint mem (t : tree) (h : positive) (me opp : word) : bool :=
  match t with
  | E => false
  | T here zero one =>
    match h with xH => among here me | xO h => mem zero h me opp | xI h => mem one h me opp end
  end.
(* Add it. *)
Fixpoint add (t : tree) (h : positive) (me opp : word) : tree :=
  match h, t with
  | xH, E => T [me] E E
  | xH, T here zero one => T (me :: here) zero one
  | xO h, E => T [] (add E h me opp) E
  | xO h, T here zero one => T here (add zero h me opp) one
  | xI h, E => T [] E (add E h me opp)
  | xI h, T here zero one => T here zero (add one h me opp)
  end.
(* What is there after another was added is that, or was there before. *)
Lemma mem_add h : forall t i me opp a b, mem (add t h me opp) i a b = true -> (i = h /\ a = me) \/ mem t i a b = true.
Proof.
  assert (forall me a here, among (me :: here) a = true -> a = me \/ among here a = true) as Here.
  { intros me a here. cbn. destruct (me =? a)%word eqn:Q; [|auto]. apply eqb_correct in Q. auto. }
  induction h as [h IH|h IH|]; intros [|here zero one] [i|i|] me opp a b; cbn [add mem]; intros M; auto; try discriminate;
    try (apply IH in M; destruct M as [[-> ->]|M]; auto; now destruct i);
    try (apply Here in M; destruct M; auto);
    try (now destruct i).
Qed.

(* All positions of a set are good, in whatever sense. *)
Section Good.
Variable good : word -> word -> Prop.
Definition all_good (t : tree) : Prop := forall me opp, mem t (hash me opp) me opp = true -> good me opp.
(* Those of none are. *)
Lemma none_good : all_good E.
Proof. intros me opp. discriminate. Qed.
(* What is in a good set is good. *)
Lemma mem_good t me opp : all_good t -> mem t (hash me opp) me opp = true -> good me opp.
Proof. auto. Qed.
(* A good set stays good if what is added is. *)
Lemma add_good t me opp : all_good t -> good me opp -> all_good (add t (hash me opp) me opp).
Proof.
  intros A G a b M. apply mem_add in M. destruct M as [[Q ->]|M]; [|auto].
  destruct b, opp; try discriminate; [easy|]. cbn in Q. injection Q as ->. easy.
Qed.
End Good.
