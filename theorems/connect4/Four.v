(* The function that looks for four in a row is the rule. *)
Require Import List Arith Bool Lia.
From Zermelo.connect4 Require Import Rules Value Boards.

(* A stone of p is where the board says so. *)
Lemma has_spec b p x y : has b p x y = true <-> cell b x y = Some p.
Proof. unfold has. destruct (cell b x y) as [[]|], p; cbn; split; congruence. Qed.
(* On a board of W columns of H cells the function finds four in a row exactly if there are. *)
Lemma fourb_spec W H b p : shape W H b -> fourb W H b p = true <-> four b p.
Proof.
  intros [L S]. unfold fourb.
  assert (A : forall f : nat -> bool, forallb f (seq 0 4) = true <-> forall i, i < 4 -> f i = true).
  { intros f. rewrite forallb_forall. setoid_rewrite in_seq. split; intros F i I; apply F; lia. }
  assert (B : forall x y, cell b x y = Some p -> x < W /\ y < H).
  { intros x y C. apply cell_bounds in C. rewrite L in C. destruct C as [X Y]. specialize (S x X). lia. }
  rewrite existsb_exists. setoid_rewrite existsb_exists. setoid_rewrite in_seq.
  setoid_rewrite orb_true_iff. setoid_rewrite orb_true_iff. setoid_rewrite orb_true_iff.
  setoid_rewrite A. setoid_rewrite has_spec. split.
  - intros (x & _ & y & _ & F). exists x, y. tauto.
  - intros (x & y & F). exists x.
    assert (x < W /\ y < H).
    { destruct F as [F|[F|[F|F]]].
      - specialize (F 0 ltac:(lia)). apply B in F. lia.
      - specialize (F 0 ltac:(lia)). apply B in F. lia.
      - specialize (F 0 ltac:(lia)). apply B in F. lia.
      - pose proof (F 0 ltac:(lia)) as F0. pose proof (F 3 ltac:(lia)) as F3. apply B in F0, F3. lia. }
    split; [lia|]. exists y. split; [lia|]. tauto.
Qed.
