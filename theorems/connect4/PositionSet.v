(* Sets of positions: search trees that branch by the bits of a hash. Nothing depends on the hash but time. They are of
   integers of 63 bits; over_N/ has sets of positions of binary numbers. *)
Require Import Bool Uint63.

(* A position is the stones of the player and those of the other side. *)
Inductive tree := E | T (me opp : int) (zero one : tree).
Definition hash (me opp : int) : int :=
  let h := (me + opp * 0x1d8e4e27c47d124f)%uint63 in ((h * 0x1eb44accab455d17) >> 17)%uint63.
(* Is the position there? *)
Fixpoint mem (t : tree) (h me opp : int) : bool :=
  match t with
  | E => false
  | T a b zero one =>
    if (if (a =? me)%uint63 then (b =? opp)%uint63 else false) then true
    else if (h land 1 =? 0)%uint63 then mem zero (h >> 1)%uint63 me opp else mem one (h >> 1)%uint63 me opp
  end.
(* Add it. *)
Fixpoint add (t : tree) (h me opp : int) : tree :=
  match t with
  | E => T me opp E E
  | T a b zero one =>
    if (h land 1 =? 0)%uint63 then T a b (add zero (h >> 1)%uint63 me opp) one
    else T a b zero (add one (h >> 1)%uint63 me opp)
  end.

(* All positions of a set are good, in whatever sense. *)
Section Good.
Variable good : int -> int -> Prop.
Fixpoint all_good (t : tree) : Prop :=
  match t with E => True | T a b zero one => good a b /\ all_good zero /\ all_good one end.
(* Those of none are. *)
Lemma none_good : all_good E.
Proof. exact I. Qed.
(* What is in a good set is good. *)
Lemma mem_good t : forall h me opp, all_good t -> mem t h me opp = true -> good me opp.
Proof.
  induction t as [|a b zero IH0 one IH1]; cbn; intros h me opp A M; [discriminate|].
  destruct A as (G & A0 & A1).
  destruct (if (a =? me)%uint63 then (b =? opp)%uint63 else false) eqn:Q.
  - destruct (a =? me)%uint63 eqn:Q1; [|discriminate].
    apply eqb_correct in Q, Q1. now subst.
  - destruct (h land 1 =? 0)%uint63; eauto.
Qed.
(* A good set stays good if what is added is. *)
Lemma add_good t : forall h me opp, all_good t -> good me opp -> all_good (add t h me opp).
Proof.
  induction t as [|a b zero IH0 one IH1]; cbn; intros h me opp A G; [tauto|].
  destruct A as (G' & A0 & A1). destruct (h land 1 =? 0)%uint63; cbn; auto.
Qed.
End Good.
