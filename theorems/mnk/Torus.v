(* Nine or more in a row on any board: pairs of neighbours that come again every eight columns and rows hold a
   pair in every line (Hales & Jewett, 1963). That each line of the 8x8 torus has its pair is computed. *)
Require Import List Arith Bool Lia ZArith.
From Zermelo.mnk Require Import Rules Board Stealing Pairing.
Import ListNotations.

(* Where the other cell of the pair lies: 3 * (rows up + 1) + (columns to the right + 1). *)
Definition torus : list nat := [
5; 3; 7; 7; 7; 7; 7; 7;
5; 3; 1; 1; 1; 1; 1; 1;
5; 3; 6; 6; 6; 8; 8; 8;
0; 2; 2; 2; 5; 3; 0; 0;
7; 7; 8; 6; 5; 3; 8; 6;
1; 1; 2; 0; 5; 3; 2; 0;
5; 3; 6; 6; 6; 8; 8; 8;
0; 2; 2; 2; 5; 3; 0; 0].
Definition right_ (x y : nat) : nat := nth (8 * (y mod 8) + x mod 8) torus 4 mod 3.
Definition up_ (x y : nat) : nat := nth (8 * (y mod 8) + x mod 8) torus 4 / 3.
Definition partner (c : nat * nat) : nat * nat :=
  let (x, y) := c in let a := x + right_ x y in let b := y + up_ x y in
  if (1 <=? a) && (1 <=? b) then (a - 1, b - 1) else c.

(* The neighbours in direction d, as in `along`. *)
Definition right_of (d : nat) : nat := match d with 1 => 1 | _ => 2 end.
Definition up_of (d : nat) : nat := match d with 0 => 1 | 3 => 0 | _ => 2 end.
Definition all8 (f : nat -> nat -> bool) : bool := forallb (fun y => forallb (fun x => f x y) (seq 0 8)) (seq 0 8).
Definition is_mutual (x y : nat) : bool :=
  let a := x + right_ x y + 7 in let b := y + up_ x y + 7 in
  (right_ x y + right_ a b =? 2) && (up_ x y + up_ a b =? 2).
Definition holds_a_pair (x y : nat) : bool := forallb (fun d => existsb (fun i =>
  let a := x + (right_of d + 7) * i in let b := y + (up_of d + 7) * i in
  (right_ a b =? right_of d) && (up_ a b =? up_of d)) (seq 0 8)) (seq 0 4).
(* For each cell (x, y) of the 8x8 torus, the partner of its partner is (x, y) itself. *)
Lemma mutual_computed : all8 is_mutual = true. Proof. vm_compute. reflexivity. Qed.
(* From each cell (x, y) of the 8x8 torus on, in each of the four directions, one of the first eight cells has the next cell
   in that direction as its partner. *)
Lemma pair_computed : all8 holds_a_pair = true. Proof. vm_compute. reflexivity. Qed.

(* If `all8 f` is true, then f is true at the residues modulo 8 of all numbers x and y. *)
Lemma all8_spec f : all8 f = true -> forall x y, f (x mod 8) (y mod 8) = true.
Proof.
  unfold all8. intros A x y. rewrite forallb_forall in A.
  assert (forall z, In (z mod 8) (seq 0 8)) as I.
  { intros z. apply in_seq. pose proof (Nat.mod_upper_bound z 8). lia. }
  specialize (A (y mod 8) (I y)). rewrite forallb_forall in A. auto.
Qed.
(* The pairs right_ and up_ of a cell depend only on the residues of its coordinates modulo 8. *)
Lemma residues x y x' y' : x mod 8 = x' mod 8 -> y mod 8 = y' mod 8 -> right_ x y = right_ x' y' /\ up_ x y = up_ x' y'.
Proof. unfold right_, up_. now intros -> ->. Qed.
(* The residue of a + b + 7 * c modulo 8 stays as it is if a is replaced by its residue modulo 8. *)
Lemma more_mod a b c : (a mod 8 + b + 7 * c) mod 8 = (a + b + 7 * c) mod 8.
Proof. rewrite <- !Nat.add_assoc. now rewrite Nat.add_mod_idemp_l. Qed.
(* If a = b + 8 * q, then a and b have equal residues modulo 8. *)
Lemma mod_eq a b q : a = b + 8 * q -> a mod 8 = b mod 8.
Proof. intros ->. rewrite Nat.mul_comm. now apply Nat.mod_add. Qed.

(* For each cell c, the partner of the partner of c is c itself. *)
Lemma partner_mutual c : partner (partner c) = c.
Proof.
  destruct c as [x y]. pose proof (all8_spec _ mutual_computed x y) as M. unfold is_mutual in M. cbv zeta in M.
  destruct (residues (x mod 8) (y mod 8) x y) as [R U]; [now apply Nat.mod_mod..|]. rewrite R, U in M.
  apply andb_true_iff in M. rewrite !Nat.eqb_eq in M.
  unfold partner at 2. set (a := x + right_ x y). set (b := y + up_ x y).
  destruct ((1 <=? a) && (1 <=? b)) eqn:E.
  - apply andb_true_iff in E. rewrite !Nat.leb_le in E.
    destruct (residues (x mod 8 + right_ x y + 7) (y mod 8 + up_ x y + 7) (a - 1) (b - 1)) as [R' U'].
    + rewrite <- !Nat.add_assoc, Nat.add_mod_idemp_l by easy. apply (mod_eq _ _ 1). lia.
    + rewrite <- !Nat.add_assoc, Nat.add_mod_idemp_l by easy. apply (mod_eq _ _ 1). lia.
    + rewrite R', U' in M. unfold partner.
      assert (((1 <=? a - 1 + right_ (a - 1) (b - 1)) && (1 <=? b - 1 + up_ (a - 1) (b - 1)))
        = ((1 <=? x + 1) && (1 <=? y + 1))) as ->. { f_equal; f_equal; lia. }
      cbv zeta. replace (1 <=? x + 1) with true by (symmetry; apply Nat.leb_le; lia).
      replace (1 <=? y + 1) with true by (symmetry; apply Nat.leb_le; lia). cbn [andb]. f_equal; lia.
  - unfold partner. fold a b. now rewrite E.
Qed.

(* The m,n,k-game is a draw for all m and n if k is 9 or more. *)
Theorem nine_or_more m n k : 9 <= k -> is_drawn m n k.
Proof.
  intros K. split; [apply first_does_not_lose; lia|]. apply (pairing_draws m n k partner partner_mutual).
  intros x y d D _.
  (* From the residues of the line's beginning; the falling diagonal begins at its top. *)
  set (y0 := match d with 3 => y + (k - 1) | _ => y end).
  pose proof (all8_spec _ pair_computed x y0) as P. unfold holds_a_pair in P. rewrite forallb_forall in P.
  specialize (P d ltac:(apply in_seq; lia)). apply existsb_exists in P. destruct P as (i & I & P).
  apply in_seq in I. cbv zeta in P. apply andb_true_iff in P. rewrite !Nat.eqb_eq in P.
  exists i, (S i). split; [lia|]. split; [lia|].
  assert (right_ (fst (along k x y d i)) (snd (along k x y d i)) = right_of d /\
          up_ (fst (along k x y d i)) (snd (along k x y d i)) = up_of d) as [R U].
  { destruct (residues (fst (along k x y d i)) (snd (along k x y d i))
      (x mod 8 + (right_of d + 7) * i) (y0 mod 8 + (up_of d + 7) * i)) as [-> ->]; [..|exact P];
    rewrite Nat.add_mod_idemp_l by easy; unfold along, right_of, up_of, y0;
    destruct d as [|[|[|[|]]]]; cbn [fst snd]; try lia; symmetry;
    first [apply (mod_eq _ _ i); lia | apply (mod_eq _ _ 0); lia | apply (mod_eq _ _ (S i)); lia]. }
  split.
  - unfold partner. destruct (along k x y d i) as [u v] eqn:E. cbn [fst snd] in R, U. rewrite R, U.
    unfold along, right_of, up_of in *.
    destruct d as [|[|[|[|]]]]; try lia; injection E as <- <-;
      (destruct (andb _ _) eqn:B; [f_equal; lia|]); apply andb_false_iff in B; rewrite !Nat.leb_gt in B; lia.
  - unfold along. destruct d as [|[|[|[|]]]]; try lia; intros E; injection E; lia.
Qed.

(* The game on 50 columns and 50 rows with ten or more in a row is a draw. *)
Theorem drawn_50_50_10 : is_drawn 50 50 10. Proof. apply nine_or_more, Nat.leb_le. reflexivity. Qed.
(* The game on 70 columns and 70 rows with ten or more in a row is a draw. *)
Theorem drawn_70_70_10 : is_drawn 70 70 10. Proof. apply nine_or_more, Nat.leb_le. reflexivity. Qed.
