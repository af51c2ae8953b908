(* The mirror image of a bitboard. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.connect4 Require Import Rules Boards Words Bitboards Mirror.

Section MirrorBits.
Variables W H : nat.
Hypothesis fits : (W * S H <= 62)%nat.
(* The cells of a column. *)
Definition column_mask (x : nat) : word := lor_all (map (fun y => bit1 (index H x y)) (seq 0 H)).
(* Each column is moved to its place in the mirror. *)
Definition mirror (s : word) : word :=
  let first := column_mask 0 in
  lor_all (map (fun x => (((s >> int_of (x * S H)) land first) << int_of ((W - 1 - x) * S H))%word) (seq 0 W)).
(* The integer has the cells of column x, and nothing else. *)
Definition is_column x (col : word) := forall k, tb col k = true <-> exists y, (y < H)%nat /\ k = index H x y.
(* It has these cells. *)
Lemma column_mask_spec x : (x < W)%nat -> is_column x (column_mask x).
Proof.
  intros X k. unfold column_mask. rewrite tb_lor_all. split.
  - intros (a & I & T). apply in_map_iff in I. destruct I as (y & <- & I). apply in_seq in I.
    rewrite tb_bit1 in T by (pose proof (index_small W H fits x y); lia). apply Nat.eqb_eq in T. exists y. split; [lia|easy].
  - intros (y & Y & ->). exists (bit1 (index H x y)). split.
    + apply in_map_iff. exists y. split; [easy|]. apply in_seq. lia.
    + rewrite tb_bit1 by (pose proof (index_small W H fits x y); lia). apply Nat.eqb_refl.
Qed.
(* A bit of the mirror image is the bit of the mirrored cell. *)
Lemma mirror_spec s k : tb (mirror s) k = true <->
  exists x y, (x < W)%nat /\ (y < H)%nat /\ k = index H (W - 1 - x) y /\ tb s (index H x y) = true.
Proof.
  unfold mirror. rewrite tb_lor_all. split.
  - intros (a & I & T). apply in_map_iff in I. destruct I as (x & <- & I). apply in_seq in I.
    pose proof (index_small W H fits x 0 ltac:(lia) ltac:(lia)) as S1.
    pose proof (index_small W H fits (W - 1 - x) 0 ltac:(lia) ltac:(lia)) as S2. unfold index in S1, S2.
    rewrite tb_shl, tb_land, tb_shr, !andb_true_iff, Nat.leb_le in T by lia.
    destruct T as ((A & B) & C & D). apply (column_mask_spec 0) in D; [|lia]. destruct D as (y & Y & D).
    unfold index in D. exists x, y. repeat split; auto; [lia|unfold index; lia|].
    replace (index H x y) with (k - (W - 1 - x) * S H + x * S H)%nat by (unfold index; lia). easy.
  - intros (x & y & X & Y & -> & T).
    pose proof (index_small W H fits x y ltac:(lia) ltac:(lia)) as S1.
    pose proof (index_small W H fits (W - 1 - x) y ltac:(lia) ltac:(lia)) as S2.
    eexists. split; [apply in_map_iff; exists x; split; [reflexivity|apply in_seq; lia]|].
    unfold index in *.
    rewrite tb_shl, tb_land, tb_shr, held_low, !andb_true_iff, Nat.leb_le by lia.
    replace ((W - 1 - x) * S H + y - (W - 1 - x) * S H)%nat with y by lia.
    split; [lia|]. split; [now rewrite Nat.add_comm|].
    apply (column_mask_spec 0); [lia|]. exists y. split; [easy|reflexivity].
Qed.
(* The mirror image of a bitboard shows the mirror image of the board. *)
Lemma shows_mirror q b s : shape W H b -> shows W H q b s -> shows W H q (rev b) (mirror s).
Proof.
  intros [L Sh] R k. rewrite mirror_spec. split.
  - intros (x & y & X & Y & -> & T). apply R in T. destruct T as (x' & y' & X' & Y' & E & C).
    apply index_inj in E; [|lia|lia]. destruct E as [<- <-].
    exists (W - 1 - x)%nat, y. repeat split; auto; [lia|]. rewrite (cell_rev W) by lia.
    now replace (W - 1 - (W - 1 - x))%nat with x by lia.
  - intros (x & y & X & Y & -> & C). rewrite (cell_rev W) in C by lia. exists (W - 1 - x)%nat, y.
    repeat split; auto; [lia| |].
    + now replace (W - 1 - (W - 1 - x))%nat with x by lia.
    + apply R. exists (W - 1 - x)%nat, y. repeat split; auto. lia.
Qed.
End MirrorBits.
