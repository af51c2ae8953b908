(* Sets of positions: search trees by the bits of both numbers in turn. *)
Require Import Bool NArith.
Open Scope N_scope.

Inductive tree := E | T (me opp : N) (zero one : tree).
Fixpoint mem (t : tree) (a b me opp : N) : bool :=
  match t with
  | E => false
  | T m o zero one =>
    if (if m =? me then o =? opp else false) then true
    else if N.odd a then mem one b (N.div2 a) me opp else mem zero b (N.div2 a) me opp
  end.
Fixpoint add (t : tree) (a b me opp : N) : tree :=
  match t with
  | E => T me opp E E
  | T m o zero one =>
    if N.odd a then T m o zero (add one b (N.div2 a) me opp) else T m o (add zero b (N.div2 a) me opp) one
  end.
Section Sets.
Variable good : N -> N -> Prop.
Fixpoint all_good (t : tree) : Prop :=
  match t with E => True | T m o zero one => good m o /\ all_good zero /\ all_good one end.
(* If all positions in the tree t are good and `mem` finds the position (me, opp) in t, then (me, opp) is good. *)
Lemma mem_good t : forall a b me opp, all_good t -> mem t a b me opp = true -> good me opp.
Proof.
  induction t as [|m o zero IH0 one IH1]; cbn; intros a b me opp A M; [discriminate|].
  destruct A as (G & A0 & A1). destruct (if m =? me then o =? opp else false) eqn:Q.
  - destruct (N.eqb_spec m me) as [->|]; [|discriminate]. apply N.eqb_eq in Q. now subst.
  - destruct (N.odd a); eauto.
Qed.
(* If all positions in the tree t are good and (me, opp) is good, then all positions in t with (me, opp) added are good. *)
Lemma add_good t : forall a b me opp, all_good t -> good me opp -> all_good (add t a b me opp).
Proof.
  induction t as [|m o zero IH0 one IH1]; cbn; intros a b me opp A G; [tauto|].
  destruct A as (G' & A0 & A1). destruct (N.odd a); cbn; auto.
Qed.
End Sets.
