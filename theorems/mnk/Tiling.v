(* Tilings, with a potential outside the tiles: a player who answers each stone on its tile, and elsewhere takes
   the cell whose lines weigh most, lets the other side complete no line (Hales & Jewett, 1963; Erdos & Selfridge,
   1973). A pair is a tile of two cells. *)
Require Import List Arith Bool Lia NArith.
From Zermelo.mnk Require Import Rules Board Sets PositionSet.
Import ListNotations.
Open Scope N_scope.

(* Each set a lies within the set that is a with the cell c added. *)
Lemma within_set a c : within a (N.setbit a c).
Proof. intros i A. now rewrite bit_set, A, orb_true_r. Qed.
(* If a lies within b, then a with the cell c added lies within b with the cell c added. *)
Lemma within_set_set a b c : within a b -> within (N.setbit a c) (N.setbit b c).
Proof. intros W i. rewrite !bit_set, !orb_true_iff. firstorder. Qed.
(* If a lies within b and b within c, then a lies within c. *)
Lemma within_trans a b c : within a b -> within b c -> within a c.
Proof. unfold within. auto. Qed.
(* If the sets a and b are disjoint and c is not in b, then a with the cell c added is disjoint from b. *)
Lemma disjoint_mine a b c : disjoint a b -> bit b c = false -> disjoint (N.setbit a c) b.
Proof.
  intros D B i. rewrite bit_set, orb_true_iff, N.eqb_eq. intros [<-|A] Bi; [congruence|now apply (D i)].
Qed.
(* If the sets a and b are disjoint and c is not in a, then a is disjoint from b with the cell c added. *)
Lemma disjoint_theirs a b c : disjoint a b -> bit a c = false -> disjoint a (N.setbit b c).
Proof.
  intros D A i Ai. rewrite bit_set, orb_true_iff, N.eqb_eq. intros [<-|B]; [congruence|now apply (D i)].
Qed.

(* ---- a player who keeps lines from being completed ---- *)
Section Blocks.
Variable g : game.
(* An answer: none, or a stone on a cell that the other side does not have. *)
Definition answer (me opp e : N) :=
  e = me \/ exists d, d < N.of_nat (size g) /\ bit opp d = false /\ e = N.setbit me d.
Inductive blocks : N -> N -> Prop :=
| blocks_on : forall me opp, ~ done g opp ->
    (forall c, free g me opp c -> exists e, answer me (N.setbit opp c) e /\ blocks e (N.setbit opp c)) -> blocks me opp.

(* Let me and opp be disjoint and e an answer to them, and suppose that with all stones me' that contain e and are disjoint
   from opp the player can force at least a draw when the other side is to move; then with all stones me' that contain me
   and are disjoint from opp he can force at least a draw when he is to move. *)
Lemma move_on me opp e : answer me opp e -> disjoint me opp ->
  (forall me', within e me' -> disjoint me' opp -> forced g true false me' opp) -> forall me', within me me' ->
  disjoint me' opp -> forced g true true me' opp.
Proof.
  intros A D F me' W D'.
  assert (Any : within e me' -> forced g true true me' opp).
  { intros We. destruct (some_free g me' opp) as [(c & C)|N]; [|now apply f_full].
    apply f_move with c; [easy|]. apply F; [now apply within_trans with me'; [|apply within_set]|].
    apply disjoint_mine; [easy|apply C]. }
  destruct A as [->|(d & L & B & ->)]; [now apply Any|].
  destruct (bit me' d) eqn:M.
  - apply Any. intros i. rewrite bit_set, orb_true_iff, N.eqb_eq. intros [<-|I]; auto.
  - apply f_move with d; [now repeat split|]. apply F; [now apply within_set_set|now apply disjoint_mine].
Qed.
(* If `blocks me opp` holds, then with all stones me' that contain me and are disjoint from opp the player can force at
   least a draw when the other side is to move. *)
Lemma blocks_forced me opp : blocks me opp -> forall me', within me me' -> disjoint me' opp ->
  forced g true false me' opp.
Proof.
  revert me opp. fix IH 3. intros me opp B. destruct B as [me opp N A]. intros me' W D.
  destruct (some_free g me' opp) as [S|F]; [|now apply f_full].
  assert (forall c, free g me' opp c -> free g me opp c) as Back.
  { intros c (L & M & O). split; [easy|]. split; [|easy]. apply not_true_is_false. intros M'. apply W in M'. congruence. }
  apply f_reply; [easy| |].
  - intros c C. destruct (A c (Back c C)) as (e & _ & [? ? N' _]). exact N'.
  - intros c C. destruct (A c (Back c C)) as (e & An & B).
    apply (move_on me _ e An) with (me' := me'); auto.
    + intros i M O. apply (disjoint_theirs me' opp c D (proj1 (proj2 C)) i); auto.
    + exact (IH e _ B).
    + apply disjoint_theirs; [easy|apply C].
Qed.
End Blocks.

(* How many cells a set has. *)
Fixpoint pop_pos (p : positive) : N := match p with xH => 1 | xO p => pop_pos p | xI p => N.succ (pop_pos p) end.
Definition pop (a : N) : N := match a with N0 => 0 | Npos p => pop_pos p end.

(* ---- tiles ---- *)
Definition tile := (N * list N)%type. (* its cells, and the sets in each of which the player gets a stone *)
Inductive good (t : tile) : N -> N -> Prop :=
| good_met : forall me opp, (forall s, In s (snd t) -> exists i, bit s i = true /\ bit me i = true /\ bit opp i = false) ->
    good t me opp
| good_on : forall me opp, (forall s, In s (snd t) -> ~ within s opp) ->
    (forall c, bit (fst t) c = true -> bit me c = false -> bit opp c = false ->
       exists d, bit (fst t) d = true /\ bit (N.setbit opp c) d = false /\ good t (N.setbit me d) (N.setbit opp c)) ->
    good t me opp.

Section Good.
Variable t : tile.
Hypothesis own : forall s, In s (snd t) -> within s (fst t).
(* If the tile t is good with the stones me and opp, then none of its sets s lies within opp. *)
Lemma good_not me opp : good t me opp -> forall s, In s (snd t) -> ~ within s opp.
Proof.
  intros [me' opp' M|me' opp' N A] s I W; [|now apply (N s I)].
  destruct (M s I) as (i & S & _ & O). apply W in S. congruence.
Qed.
(* If the tile t is good with me and opp, it is good with any me' that contains me and any opp' that has the stones of opp on t. *)
Lemma good_more me opp : good t me opp -> forall me' opp', within me me' ->
  (forall i, bit (fst t) i = true -> bit opp' i = bit opp i) -> good t me' opp'.
Proof.
  revert me opp. fix IH 3. intros me opp G. destruct G as [me opp M|me opp N A]; intros me' opp' W O.
  - apply good_met. intros s I. destruct (M s I) as (i & S & B & Q). exists i. repeat split; auto.
    rewrite O; [easy|]. now apply (own s I).
  - apply good_on.
    + intros s I Ws. apply (N s I). intros i S. rewrite <- O; [now apply Ws|now apply (own s I)].
    + intros c C M P. rewrite O in P by easy.
      assert (bit me c = false) as M'. { apply not_true_is_false. intros Q. apply W in Q. congruence. }
      destruct (A c C M' P) as (d & Td & D & G). exists d. split; [easy|]. rewrite bit_set in D |- *.
      rewrite O by easy. split; [easy|]. apply (IH _ _ G); [now apply within_set_set|].
      intros i I. rewrite !bit_set. now rewrite O.
Qed.
(* If the tile t is good with the stones me and opp, and the other side takes a free cell c of t, then t is good again with
   some stones e of the player that are me, or me and a cell d of t without a stone of the other side. *)
Lemma good_step me opp c : good t me opp -> bit (fst t) c = true -> bit me c = false -> bit opp c = false ->
  exists e, (e = me \/ exists d, bit (fst t) d = true /\ bit (N.setbit opp c) d = false /\ e = N.setbit me d) /\
    within me e /\ good t e (N.setbit opp c).
Proof.
  intros [me' opp' M|me' opp' N A] T Mc Oc.
  - exists me'. split; [now left|]. split; [easy|]. apply good_met. intros s I. destruct (M s I) as (i & S & B & Q).
    exists i. repeat split; auto. rewrite bit_set, Q, orb_false_r. apply N.eqb_neq. congruence.
  - destruct (A c T Mc Oc) as (d & Td & D & G). exists (N.setbit me' d). split; [eauto|]. split; [apply within_set|easy].
Qed.

(* Played out. States that are met again are looked up: those that are good, and those that were found not to be, which
   only saves time. *)
Definition memory := (tree * tree)%type.
Fixpoint all_of (f : N -> memory -> bool * memory) (l : list N) (m : memory) : bool * memory :=
  match l with
  | [] => (true, m)
  | c :: l => let (b, m) := f c m in if b then all_of f l m else (false, m)
  end.
Fixpoint any_of (f : N -> memory -> bool * memory) (l : list N) (m : memory) : bool * memory :=
  match l with
  | [] => (false, m)
  | c :: l => let (b, m) := f c m in if b then (true, m) else any_of f l m
  end.
Fixpoint goodb (fuel : nat) (l : list N) (me opp : N) (m : memory) : bool * memory :=
  match filter (fun s => N.land s (N.ldiff me opp) =? 0) (snd t) with
  | [] => (true, m)
  | open =>
    (* A set without his stone that lacks a single one is lost. *)
    if forallb (fun s => 2 <=? pop (N.ldiff s opp)) open then
      if mem (fst m) me opp me opp then (true, m) else if mem (snd m) me opp me opp then (false, m) else
      match fuel with
      | O => (false, m)
      | S fuel =>
        let (b, m) := all_of (fun c m => if bit me c || bit opp c then (true, m) else
          let opp := N.setbit opp c in
          any_of (fun d m => if bit opp d then (false, m) else goodb fuel l (N.setbit me d) opp m) l m) l m in
        (b, if b then (add (fst m) me opp me opp, snd m) else (fst m, add (snd m) me opp me opp))
      end
    else (false, m)
  end.
Definition remembered (m : memory) := all_good (good t) (fst m).
Definition keeps (f : memory -> bool * memory) (P : Prop) := forall m, remembered m ->
  remembered (snd (f m)) /\ (fst (f m) = true -> P).
(* If for every c the function f c keeps all remembered states good and says true only if P c holds, then all_of f l also
   keeps them good and says true only if P c holds for every c in l. *)
Lemma all_keeps f P l : (forall c, keeps (f c) (P c)) -> keeps (all_of f l) (forall c, In c l -> P c).
Proof.
  intros F. induction l as [|a l IH]; intros m R; cbn [all_of]; [split; [easy|now intros _ c []]|].
  destruct (F a m R) as [R1 T]. destruct (f a m) as [[|] m1]; cbn [fst snd] in *; [|split; easy].
  destruct (IH m1 R1) as [R2 A]. split; [easy|]. intros Q c [<-|I]; auto.
Qed.
(* If for every c the function f c keeps all remembered states good and says true only if P c holds, then any_of f l also
   keeps them good and says true only if P c holds for some c in l. *)
Lemma any_keeps f P l : (forall c, keeps (f c) (P c)) -> keeps (any_of f l) (exists c, In c l /\ P c).
Proof.
  intros F. induction l as [|a l IH]; intros m R; cbn [any_of]; [now split|].
  destruct (F a m R) as [R1 T]. destruct (f a m) as [[|] m1]; cbn [fst snd] in *.
  - split; [easy|]. intros _. exists a. split; [now left|auto].
  - destruct (IH m1 R1) as [R2 A]. split; [easy|]. intros Q. destruct (A Q) as (c & I & H). exists c. split; [now right|easy].
Qed.
(* If l lists exactly the cells of the tile t, then goodb keeps all remembered states good and says true only if t is good
   with the stones me and opp. *)
Lemma goodb_good fuel l : (forall c, In c l <-> bit (fst t) c = true) -> forall me opp,
  keeps (goodb fuel l me opp) (good t me opp).
Proof.
  intros Lc. induction fuel as [|fuel IH]; intros me opp m R; cbn [goodb];
    destruct (filter (fun s => N.land s (N.ldiff me opp) =? 0) (snd t)) as [|o open'] eqn:F.
  1,3: split; [easy|]; intros _; apply good_met; intros s I;
    destruct (N.land s (N.ldiff me opp)) as [|q] eqn:E;
    [assert (In s []) as []; rewrite <- F; apply filter_In; split; [easy|now rewrite E]|];
    assert (bit (Npos q) (N.log2 (Npos q)) = true) as B by (now apply N.bit_log2);
    rewrite <- E, N.land_spec, N.ldiff_spec, !andb_true_iff, negb_true_iff in B; eexists; apply B.
  1,2: set (open := o :: open') in *; destruct (forallb _ open) eqn:Ns; [|now split];
    destruct (mem (fst m) me opp me opp) eqn:M; [split; [easy|]; intros _; now apply (mem_good (good t) (fst m) me opp)|];
    destruct (mem (snd m) me opp me opp); [now split|].
  - now split.
  - set (f := fun c (m : memory) => _).
    destruct (all_keeps f (fun c => bit me c = false -> bit opp c = false ->
      exists d, In d l /\ bit (N.setbit opp c) d = false /\ good t (N.setbit me d) (N.setbit opp c)) l) with (m := m) as [R1 A];
      [|easy|].
    { intros c m1 R1. unfold f. destruct (bit me c) eqn:Mc; [now split|]. destruct (bit opp c) eqn:Oc; [now split|]. cbn [orb].
      destruct (any_keeps (fun d m => if bit (N.setbit opp c) d then (false, m) else goodb fuel l (N.setbit me d) (N.setbit opp c) m)
        (fun d => bit (N.setbit opp c) d = false /\ good t (N.setbit me d) (N.setbit opp c)) l) with (m := m1) as [R2 E]; [|easy|].
      { intros d m2 R2. destruct (bit (N.setbit opp c) d); [now split|].
        destruct (IH (N.setbit me d) (N.setbit opp c) m2 R2) as [R3 G]. split; [easy|]. intros Q. now split; [|apply G]. }
      split; [easy|]. intros Q _ _. now apply E. }
    destruct (all_of f l m) as [[|] m1]; cbn [fst snd] in *; [|now split].
    assert (good t me opp) as G.
    { apply good_on.
      - intros s I W. destruct (N.land s (N.ldiff me opp) =? 0) eqn:L.
        + assert (In s open) as J by (rewrite <- F; now apply filter_In).
          rewrite forallb_forall in Ns. specialize (Ns s J).
          apply withinb_spec in W. unfold withinb in W. apply N.eqb_eq in W. now rewrite W in Ns.
        + apply N.eqb_neq in L. apply L, N.bits_inj. intros i. rewrite N.land_spec, N.ldiff_spec, N.bits_0.
          destruct (bit s i) eqn:S; [|easy]. rewrite (W i S). now destruct (bit me i).
      - intros c C Mc Oc. destruct (A eq_refl c (proj2 (Lc c) C) Mc Oc) as (d & I & D & G).
        exists d. split; [now apply Lc|now split]. }
    split; [|easy]. now apply add_good.
Qed.
End Good.

(* ---- the cells of a tile, numbered from 0: smaller numbers are faster ---- *)
Section Local.
Variable l : list N.
Fixpoint local_of (l : list N) (s : N) : N :=
  match l with
  | [] => 0
  | c :: l => if bit s c then N.succ_double (local_of l s) else N.double (local_of l s)
  end.
Definition local : N -> N := local_of l.
(* The number i is in `local s` if and only if the list l has a cell at position i, counted from 0, and it is in s. *)
Lemma local_bit s i : bit (local s) (N.of_nat i) = match nth_error l i with Some c => bit s c | None => false end.
Proof.
  unfold local. revert i. induction l as [|c k IH]; intros i; cbn [local_of nth_error]; [now destruct i|].
  destruct i as [|i]; cbn [nth_error].
  - now destruct (bit s c); destruct (local_of k s).
  - rewrite <- IH, Nat2N.inj_succ. destruct (bit s c).
    + rewrite N.succ_double_spec. apply N.testbit_odd_succ, N.le_0_l.
    + rewrite N.double_spec. apply N.testbit_even_succ, N.le_0_l.
Qed.
(* If the number i is in `local s`, then the list l has at position i a cell c that is in s. *)
Lemma local_some s i : bit (local s) i = true -> exists c, nth_error l (N.to_nat i) = Some c /\ bit s c = true.
Proof. rewrite <- (N2Nat.id i) at 1. rewrite local_bit. destruct (nth_error l (N.to_nat i)) as [c|]; [eauto|easy]. Qed.
(* If the cell c is at position i of the list l, then i is in `local s` if and only if c is in s. *)
Lemma local_at s i c : nth_error l (N.to_nat i) = Some c -> bit (local s) i = bit s c.
Proof. intros E. rewrite <- (N2Nat.id i) at 1. rewrite local_bit. now rewrite E. Qed.
(* If the set s lies within the set a, then `local s` lies within `local a`. *)
Lemma local_within s a : within s a -> within (local s) (local a).
Proof. intros W i B. apply local_some in B. destruct B as (c & E & B). rewrite (local_at a i c E). now apply W. Qed.
Hypothesis distinct : NoDup l.
(* If the cell c is at position i of the list l, then `local s` with i added is `local` of s with c added. *)
Lemma local_set s i c : nth_error l (N.to_nat i) = Some c -> N.setbit (local s) i = local (N.setbit s c).
Proof.
  intros E. apply N.bits_inj. intros j. rewrite bit_set.
  destruct (nth_error l (N.to_nat j)) as [d|] eqn:F.
  - rewrite !(local_at _ j d F), bit_set. f_equal. destruct (N.eqb_spec i j) as [<-|Ne].
    + assert (c = d) as -> by congruence. now rewrite N.eqb_refl.
    + symmetry. apply N.eqb_neq. intros <-. apply Ne, N2Nat.inj.
      apply (proj1 (NoDup_nth_error l) distinct); [apply nth_error_Some|]; congruence.
  - rewrite <- (N2Nat.id j) at 2 3. rewrite !local_bit, F, orb_false_r. apply N.eqb_neq. congruence.
Qed.
Variable sets : list N.
(* If the tile with the cells and sets renumbered by `local` is good with the stones `local me` and `local opp`, then the
   tile with the cells l and the sets `sets` is good with the stones me and opp. *)
Lemma local_good a b : good (local (set_of l), map local sets) a b ->
  forall me opp, a = local me -> b = local opp -> good (set_of l, sets) me opp.
Proof.
  revert a b. fix IH 3. intros a b G. destruct G as [a b M|a b N A]; intros me opp -> ->; cbn [fst snd] in *.
  - apply good_met. intros s I. destruct (M (local s) (in_map local sets s I)) as (i & S & Bm & Bo).
    apply local_some in S. destruct S as (c & E & S). rewrite (local_at me i c E) in Bm. rewrite (local_at opp i c E) in Bo. eauto.
  - apply good_on.
    + intros s I W. apply (N (local s)); [now apply in_map|now apply local_within].
    + intros c C Mc Oc. cbn [fst] in *. apply set_of_spec in C as C'. apply In_nth_error in C'. destruct C' as (i & E).
      rewrite <- (Nat2N.id i) in E.
      destruct (A (N.of_nat i)) as (d & Td & D & G); try (rewrite (local_at _ _ c E); easy).
      apply local_some in Td. destruct Td as (e & F & Te). exists e. split; [easy|].
      rewrite (local_set _ _ c E) in D, G. rewrite (local_at _ d e F) in D. split; [easy|].
      rewrite (local_set _ d e F) in G. exact (IH _ _ G _ _ eq_refl eq_refl).
Qed.
End Local.

(* ---- how many cells a set has ---- *)
(* The number of cells in the set a is that of a divided by 2 (rounded down), and one more if a is odd. *)
Lemma pop_half a : pop a = (if N.odd a then 1 else 0) + pop (N.div2 a).
Proof.
  destruct a as [|[p|p|]]; try reflexivity.
  change (N.succ (pop_pos p) = 1 + pop_pos p). lia.
Qed.
(* Bit i of a divided by 2 (rounded down) is bit i + 1 of a. *)
Lemma div2_bit a i : bit (N.div2 a) i = bit a (N.succ i).
Proof. rewrite N.div2_spec, N.shiftr_spec'. f_equal. lia. Qed.
(* If a < 2^n and the set a lies within the set b, then a has at most as many cells as b. *)
Lemma pop_within n : forall a b, a < 2 ^ N.of_nat n -> within a b -> pop a <= pop b.
Proof.
  induction n as [|n IH]; intros a b L W.
  - cbn in L. assert (a = 0) as -> by lia. cbn. lia.
  - rewrite (pop_half a), (pop_half b). rewrite Nat2N.inj_succ, N.pow_succ_r' in L.
    assert (N.div2 a < 2 ^ N.of_nat n) as L' by (pose proof (N.div2_odd a); destruct (N.odd a); cbn [N.b2n] in *; lia).
    specialize (IH (N.div2 a) (N.div2 b) L').
    assert (within (N.div2 a) (N.div2 b)) as W' by (intros i; rewrite !div2_bit; apply W).
    specialize (IH W'). specialize (W 0). rewrite !N.bit0_odd in W. destruct (N.odd a), (N.odd b); try lia; now specialize (W eq_refl).
Qed.
(* If a lies within b but for a cell c, then a has at most one cell more than b. *)
Lemma pop_less n : forall a b c, a < 2 ^ N.of_nat n -> (forall i, i <> c -> bit a i = true -> bit b i = true) ->
  pop a <= 1 + pop b.
Proof.
  induction n as [|n IH]; intros a b c L W.
  - cbn in L. assert (a = 0) as -> by lia. cbn. lia.
  - rewrite (pop_half a), (pop_half b). rewrite Nat2N.inj_succ, N.pow_succ_r' in L.
    assert (N.div2 a < 2 ^ N.of_nat n) as L' by (pose proof (N.div2_odd a); destruct (N.odd a); cbn [N.b2n] in *; lia).
    destruct (N.eq_dec c 0) as [->|C].
    + assert (pop (N.div2 a) <= pop (N.div2 b)) as P.
      { apply (pop_within n); [easy|]. intros i. rewrite !div2_bit. apply W. lia. }
      destruct (N.odd a), (N.odd b); lia.
    + assert (pop (N.div2 a) <= 1 + pop (N.div2 b)) as P.
      { apply (IH _ _ (N.pred c) L'). intros i I. rewrite !div2_bit. apply W. lia. }
      specialize (W 0 (not_eq_sym C)). rewrite !N.bit0_odd in W. destruct (N.odd a), (N.odd b); try lia; now specialize (W eq_refl).
Qed.
(* For each number a there is an n with a < 2^n. *)
Lemma small_enough a : exists n, a < 2 ^ N.of_nat n.
Proof. exists (N.to_nat a). rewrite N2Nat.id. apply N.pow_gt_lin_r. lia. Qed.

(* ---- the weight of the lines that no tile holds ---- *)
Definition whole : N := 2 ^ 60.
Section Potential.
Variable g : game.
Variable tiles : list tile.
Definition covered : N := fold_right (fun t a => N.lor (fst t) a) 0 tiles.
Definition held (l : N) : bool := existsb (fun t => existsb (fun s => withinb s l) (snd t)) tiles.
(* Half as much for each cell that the other side lacks; all cells of tiles count as his. *)
Definition weight (cov me opp l : N) : N :=
  if N.land l me =? 0 then if held l then 0 else 2 ^ (60 - pop (N.ldiff l (N.lor opp cov))) else 0.
Definition sum (f : N -> N) (ls : list N) : N := fold_right (fun l a => f l + a) 0 ls.
Definition potential me opp : N := sum (weight covered me opp) (lines g).
Definition at_cell (cov me opp c l : N) : N := if bit l c then weight cov me opp l else 0.
Definition through me opp c : N := sum (at_cell covered me opp c) (lines g).

(* The cell i is covered if and only if some tile t contains it. *)
Lemma covered_spec i : bit covered i = true <-> exists t, In t tiles /\ bit (fst t) i = true.
Proof.
  unfold covered. induction tiles as [|t l IH]; cbn [fold_right In].
  - rewrite N.bits_0. split; [easy|]. now intros (? & [] & _).
  - rewrite N.lor_spec, orb_true_iff, IH. split.
    + intros [T|(t' & I & T)]; eauto.
    + intros (t' & [<-|I] & T); eauto.
Qed.
(* If f l <= h l for all l, then the sum of f over the list ls is at most the sum of h over ls. *)
Lemma sum_le f h ls : (forall l, f l <= h l) -> sum f ls <= sum h ls.
Proof. intros A. unfold sum in *; induction ls as [|l ls IH]; cbn [fold_right In]; [lia|]. specialize (A l). lia. Qed.
(* The sum of f + h over the list ls is the sum of f over ls plus the sum of h over ls. *)
Lemma sum_add f h ls : sum (fun l => f l + h l) ls = sum f ls + sum h ls.
Proof. unfold sum in *; induction ls as [|l ls IH]; cbn [fold_right In]; [easy|]. rewrite IH. lia. Qed.
(* If l is in the list ls, then f l is at most the sum of f over ls. *)
Lemma sum_in f l ls : In l ls -> f l <= sum f ls.
Proof. unfold sum in *; induction ls as [|a ls IH]; cbn [fold_right In]; [easy|]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.
(* The intersection of the sets a and b is empty if and only if no cell of a is in b. *)
Lemma land_0 a b : N.land a b =? 0 = true <-> forall i, bit a i = true -> bit b i = false.
Proof.
  rewrite N.eqb_eq. split.
  - intros E i A. assert (bit (N.land a b) i = false) as F by (rewrite E; apply N.bits_0).
    now rewrite N.land_spec, A in F.
  - intros H. apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0. destruct (bit a i) eqn:A; [|easy]. now rewrite H.
Qed.
(* If the player's stones me lie within e, then the weight of the line l with the stones e is at most its weight with me. *)
Lemma weight_more me e opp l : within me e -> weight covered e opp l <= weight covered me opp l.
Proof.
  intros W. unfold weight. destruct (N.land l e =? 0) eqn:E; [|lia].
  assert (N.land l me =? 0 = true) as ->; [|lia]. apply land_0. intros i L.
  apply not_true_is_false. intros M. apply W in M. rewrite land_0 in E. rewrite E in M; easy.
Qed.
(* A stone of the other side on a covered cell c does not change the weight of any line l. *)
Lemma weight_tile me opp c l : bit covered c = true -> weight covered me (N.setbit opp c) l = weight covered me opp l.
Proof.
  intros C. unfold weight. replace (N.lor (N.setbit opp c) covered) with (N.lor opp covered); [easy|].
  apply N.bits_inj. intros i. rewrite !N.lor_spec, bit_set. destruct (N.eqb_spec c i) as [->|]; [|easy].
  now rewrite C, !orb_true_r.
Qed.
(* A stone of the other side on the cell c adds to the weight of the line l at most that weight if c is on l, and nothing if
   c is not on l. *)
Lemma weight_theirs me opp c l :
  weight covered me (N.setbit opp c) l <= weight covered me opp l + at_cell covered me opp c l.
Proof.
  unfold at_cell, weight. destruct (N.land l me =? 0); [|destruct (bit l c); lia].
  destruct (held l); [destruct (bit l c); lia|]. destruct (bit l c) eqn:C.
  - set (a := N.ldiff l (N.lor opp covered)). set (b := N.ldiff l (N.lor (N.setbit opp c) covered)).
    assert (pop a <= 1 + pop b) as L.
    { destruct (small_enough a) as (n & S). apply (pop_less n a b c S). intros i Ne. unfold a, b.
      rewrite !N.ldiff_spec, !N.lor_spec, bit_set. destruct (N.eqb_spec c i); [congruence|]. easy. }
    assert (2 ^ (60 - pop b) <= 2 ^ (1 + (60 - pop a))) as Q by (apply N.pow_le_mono_r; lia).
    rewrite N.pow_add_r in Q. change (2 ^ 1) with 2 in Q. lia.
  - replace (N.ldiff l (N.lor (N.setbit opp c) covered)) with (N.ldiff l (N.lor opp covered)); [lia|].
    apply N.bits_inj. intros i. rewrite !N.ldiff_spec, !N.lor_spec, bit_set.
    destruct (N.eqb_spec c i) as [<-|]; [now rewrite C|easy].
Qed.
(* A stone of the player on the cell d takes all of its weight from the line l if d is on l, and adds nothing to the weight
   if d is not on l. *)
Lemma weight_mine me opp d l : weight covered (N.setbit me d) opp l + at_cell covered me opp d l <= weight covered me opp l.
Proof.
  unfold at_cell. destruct (bit l d) eqn:D.
  - unfold weight at 1. destruct (N.land l (N.setbit me d) =? 0) eqn:E; [|lia].
    rewrite land_0 in E. specialize (E d D). now rewrite bit_set, N.eqb_refl in E.
  - pose proof (weight_more me (N.setbit me d) opp l (within_set me d)). lia.
Qed.
(* If the player's stones me lie within e, then the potential with the stones e is at most the potential with me. *)
Lemma potential_more me e opp : within me e -> potential e opp <= potential me opp.
Proof. intros W. apply sum_le. intros l. now apply weight_more. Qed.
(* A stone of the other side on a covered cell c does not raise the potential. *)
Lemma potential_tile me opp c : bit covered c = true -> potential me (N.setbit opp c) <= potential me opp.
Proof. intros C. apply sum_le. intros l. rewrite weight_tile by easy. lia. Qed.
(* A stone of the other side on the cell c raises the potential by at most the total weight of the lines through c. *)
Lemma potential_theirs me opp c : potential me (N.setbit opp c) <= potential me opp + through me opp c.
Proof. unfold potential, through. rewrite <- sum_add. apply sum_le. intros l. apply weight_theirs. Qed.
(* A stone of the player on the cell d lowers the potential by at least the total weight of the lines through d. *)
Lemma potential_mine me opp d : potential (N.setbit me d) opp + through me opp d <= potential me opp.
Proof. unfold potential, through. rewrite <- sum_add. apply sum_le. intros l. apply weight_mine. Qed.
(* If the player's stones me lie within e, then the total weight of the lines through the cell c with the stones e is at
   most that with me. *)
Lemma through_more me e opp c : within me e -> through e opp c <= through me opp c.
Proof.
  intros W. apply sum_le. intros l. unfold at_cell. destruct (bit l c); [now apply weight_more|lia].
Qed.

Hypothesis sets_on : forall t, In t tiles -> forall s, In s (snd t) -> within s (fst t).
Hypothesis tiles_on : forall t, In t tiles -> forall i, bit (fst t) i = true -> i < N.of_nat (size g).
Hypothesis apart : forall t u i, In t tiles -> In u tiles -> bit (fst t) i = true -> bit (fst u) i = true -> t = u.

(* If me and opp are disjoint, every tile is good with them and the potential is less than `whole`, then the other side has
   not completed a line. *)
Lemma not_done me opp : disjoint me opp -> (forall t, In t tiles -> good t me opp) -> potential me opp < whole ->
  ~ done g opp.
Proof.
  intros D G P (l & I & W). pose proof (sum_in (weight covered me opp) l (lines g) I) as Q.
  fold (potential me opp) in Q. unfold weight in Q.
  assert (N.land l me =? 0 = true) as E.
  { apply land_0. intros i L. apply not_true_is_false. intros M. apply (D i M). now apply W. }
  rewrite E in Q. destruct (held l) eqn:H.
  - unfold held in H. apply existsb_exists in H. destruct H as (t & T & H). apply existsb_exists in H.
    destruct H as (s & S & H). apply withinb_spec in H. apply (good_not t me opp (G t T) s S).
    now apply within_trans with l.
  - assert (N.ldiff l (N.lor opp covered) = 0) as Z.
    { apply N.eqb_eq. apply (withinb_spec l (N.lor opp covered)). intros i L. rewrite N.lor_spec. now rewrite (W i L). }
    rewrite Z in Q. cbn [pop] in Q. change (2 ^ (60 - 0)) with whole in Q. lia.
Qed.

(* A list l that is not empty has an element d at which f is greatest among all elements of l. *)
Lemma greatest (f : N -> N) l : l <> [] -> exists d, In d l /\ forall c, In c l -> f c <= f d.
Proof.
  induction l as [|a l IH]; [easy|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros c [->|[]]. lia.
  - destruct IH as (d & I & A); [easy|]. destruct (N.le_gt_cases (f a) (f d)) as [L|L].
    + exists d. split; [now right|]. intros c [->|J]; auto.
    + exists a. split; [now left|]. intros c [->|J]; [lia|]. specialize (A c J). lia.
Qed.
Definition safe (me opp : N) := potential me opp < whole /\
  forall c, free g me opp c -> bit covered c = false -> potential me (N.setbit opp c) < whole.
(* If me and opp are disjoint and the potential is less than `whole`, then the player has an answer e that contains me, is
   disjoint from opp and makes the position safe. *)
Lemma best_answer me opp : disjoint me opp -> potential me opp < whole ->
  exists e, answer g me opp e /\ within me e /\ disjoint e opp /\ safe e opp.
Proof.
  intros D P. set (open := filter (fun c => negb (bit covered c) && freeb me opp c) (numbers g)).
  assert (forall c, In c open <-> bit covered c = false /\ free g me opp c) as O.
  { intros c. unfold open. rewrite filter_In, andb_true_iff, negb_true_iff, numbers_spec. split.
    - intros (L & C & F). split; [easy|]. now apply (freeb_spec g).
    - intros (C & F). split; [apply F|]. split; [easy|]. apply (freeb_spec g); [apply F|easy]. }
  destruct open as [|o open'] eqn:E.
  - exists me. split; [now left|]. split; [easy|]. split; [easy|]. split; [easy|].
    intros c F C. exfalso. now apply (proj2 (O c)).
  - destruct (greatest (through me opp) (o :: open')) as (d & I & A); [easy|]. apply O in I. destruct I as (Cd & Fd).
    exists (N.setbit me d). split; [right; exists d; repeat split; apply Fd|]. split; [apply within_set|].
    split; [apply disjoint_mine; [easy|apply Fd]|].
    pose proof (potential_mine me opp d) as M. split; [lia|]. intros c F C.
    pose proof (potential_theirs (N.setbit me d) opp c) as T.
    pose proof (through_more me (N.setbit me d) opp c (within_set me d)) as Th.
    assert (free g me opp c) as F'.
    { destruct F as (L & B & Q). split; [easy|]. split; [|easy]. rewrite bit_set in B. now apply orb_false_iff in B. }
    specialize (A c (proj2 (O c) (conj C F'))). lia.
Qed.
(* If at most n cells are without a stone of the other side, me and opp are disjoint, every tile is good with them and the
   position is safe, then `blocks` holds: the player can answer all moves so that the other side never completes a line. *)
Lemma cover_blocks n : forall me opp, (length (filter (fun c => negb (bit opp c)) (numbers g)) <= n)%nat ->
  disjoint me opp -> (forall t, In t tiles -> good t me opp) -> safe me opp -> blocks g me opp.
Proof.
  induction n as [n IH] using lt_wf_ind. intros me opp Le D G [P S]. apply blocks_on.
  - now apply not_done with me.
  - intros c F. pose proof F as (L & Mc & Oc).
    assert (length (filter (fun i => negb (bit (N.setbit opp c) i)) (numbers g)) <
            length (filter (fun i => negb (bit opp i)) (numbers g)))%nat as Less.
    { apply filter_less with c.
      - now apply numbers_spec.
      - intros a. rewrite !negb_true_iff, bit_set, orb_false_iff. tauto.
      - now rewrite Oc.
      - now rewrite bit_set, N.eqb_refl. }
    pose proof (disjoint_theirs me opp c D Mc) as D'.
    destruct (bit covered c) eqn:Cv.
    + apply covered_spec in Cv as Cv'. destruct Cv' as (t & T & Tc).
      destruct (good_step t me opp c (G t T) Tc Mc Oc) as (e & An & W & Ge).
      assert (disjoint e (N.setbit opp c)) as De.
      { destruct An as [->|(d & _ & Od & ->)]; [easy|now apply disjoint_mine]. }
      exists e. split.
      { destruct An as [->|(d & Td & Od & ->)]; [now left|right; exists d; repeat split; auto; now apply (tiles_on t T)]. }
      apply (IH (length (filter (fun i => negb (bit (N.setbit opp c) i)) (numbers g)))); [lia|lia|easy| |].
      * intros u U. destruct (bit (fst u) c) eqn:Uc.
        -- now rewrite (apart u t c U T Uc Tc).
        -- apply (good_more u (sets_on u U) me opp (G u U)); [easy|]. intros i I. rewrite bit_set.
           destruct (N.eqb_spec c i); [congruence|easy].
      * pose proof (potential_more me e (N.setbit opp c) W). pose proof (potential_tile me opp c Cv). split; [lia|].
        intros c' (L' & M' & O') C'.
        assert (free g me opp c') as F'.
        { rewrite bit_set, orb_false_iff in O'. repeat split; try easy.
          apply not_true_is_false. intros Q. apply W in Q. congruence. }
        specialize (S c' F' C'). pose proof (potential_more me e (N.setbit (N.setbit opp c) c') W) as Q.
        assert (potential me (N.setbit (N.setbit opp c) c') <= potential me (N.setbit opp c')) as Q'; [|lia].
        replace (N.setbit (N.setbit opp c) c') with (N.setbit (N.setbit opp c') c); [now apply potential_tile|].
        apply N.bits_inj. intros i. rewrite !bit_set, !orb_assoc. f_equal. apply orb_comm.
    + specialize (S c F Cv). destruct (best_answer me (N.setbit opp c) D' S) as (e & An & W & De & Se).
      exists e. split; [easy|].
      apply (IH (length (filter (fun i => negb (bit (N.setbit opp c) i)) (numbers g)))); [lia|lia|easy| |easy].
      intros u U. apply (good_more u (sets_on u U) me opp (G u U)); [easy|]. intros i I. rewrite bit_set.
      destruct (N.eqb_spec c i) as [->|]; [|easy].
      assert (bit covered i = true) by (apply covered_spec; eauto). congruence.
Qed.
End Potential.

(* ---- computed ---- *)
(* The cells of a tile in a list, and its sets. *)
Definition tile_of (t : list N * list N) : tile := (set_of (fst t), snd t).
Fixpoint apartb (seen : N) (ts : list tile) : bool :=
  match ts with
  | [] => true
  | t :: ts => (N.land (fst t) seen =? 0) && apartb (N.lor (fst t) seen) ts
  end.
Fixpoint distinctb (l : list N) : bool :=
  match l with [] => true | c :: l => negb (existsb (N.eqb c) l) && distinctb l end.
(* Played out by the numbers that the cells have on the tile. *)
Definition tile_good (l sets : list N) (me opp : N) : bool :=
  let here := map N.of_nat (seq 0 (length l)) in
  fst (goodb (local l (set_of l), map (local l) sets) (length l) here (local l me) (local l opp) (E, E)).
Definition tile_ok (g : game) (me opp : N) (t : list N * list N) : bool :=
  let mask := set_of (fst t) in
  forallb (fun s => withinb s mask) (snd t) && forallb (fun c => c <? N.of_nat (size g)) (fst t) && distinctb (fst t) &&
  tile_good (fst t) (snd t) me opp.
Definition covers (g : game) (own : bool) (ts : list (list N * list N)) (me opp : N) : bool :=
  let tiles := map tile_of ts in
  let cov := covered tiles in
  let live := filter (fun l => negb (weight tiles cov me opp l =? 0)) (lines g) in
  let total := sum (weight tiles cov me opp) live in
  apartb 0 tiles && forallb (tile_ok g me opp) ts && (total <? whole) &&
  (if own then true else if 2 * total <? whole then true else
   forallb (fun c => if bit cov c then true else if freeb me opp c
                     then total + sum (at_cell tiles cov me opp c) live <? whole else true) (numbers g)).

(* If distinctb accepts the list l, then no element occurs in l twice. *)
Lemma distinctb_spec l : distinctb l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; cbn [distinctb]; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [N D].
  constructor; [|auto]. intros I. enough (existsb (N.eqb c) l = true) by congruence.
  apply existsb_exists. exists c. split; [easy|apply N.eqb_refl].
Qed.
(* If no cell occurs in l twice and tile_good accepts the cells l and the sets `sets`, then the tile of these cells and sets
   is good with the stones me and opp. *)
Lemma tile_good_spec l sets me opp : distinctb l = true -> tile_good l sets me opp = true -> good (set_of l, sets) me opp.
Proof.
  intros D G. apply distinctb_spec in D. eapply local_good; [easy| |reflexivity|reflexivity].
  refine (proj2 (goodb_good _ (length l) _ _ (local l me) (local l opp) (E, E) I) G). intros i. cbn [fst].
  rewrite in_map_iff. split.
  - intros (j & <- & J). apply in_seq in J. rewrite local_bit. destruct (nth_error l j) as [c|] eqn:E.
    + apply set_of_spec. now apply nth_error_In in E.
    + apply nth_error_None in E. lia.
  - intros B. apply local_some in B. destruct B as (c & E & _). exists (N.to_nat i). split; [apply N2Nat.id|].
    apply in_seq. split; [lia|]. apply nth_error_Some. congruence.
Qed.
(* If apartb accepts the tiles ts and the set `seen`, then no tile in ts has a cell in `seen`, and any two tiles t and u in
   ts that have a cell i in common are equal. *)
Lemma apartb_spec ts : forall seen, apartb seen ts = true ->
  (forall t i, In t ts -> bit (fst t) i = true -> bit seen i = true -> False) /\
  (forall t u i, In t ts -> In u ts -> bit (fst t) i = true -> bit (fst u) i = true -> t = u).
Proof.
  induction ts as [|t ts IH]; intros seen A; [split; easy|]. cbn [apartb] in A. apply andb_true_iff in A.
  destruct A as [L A]. destruct (IH _ A) as [S P]. pose proof (proj1 (land_0 _ _) L) as L'. split.
  - intros u i [<-|U] Ui Si; [rewrite L' in Si; easy|]. apply (S u i U Ui). now rewrite N.lor_spec, Si, orb_true_r.
  - intros u v i [<-|U] [<-|V] Ui Vi.
    + easy.
    + exfalso. apply (S v i V Vi). now rewrite N.lor_spec, Ui.
    + exfalso. apply (S u i U Ui). now rewrite N.lor_spec, Vi.
    + now apply (P u v i).
Qed.
(* If f l = 0 wherever h l is false, then the sum of f over those elements of ls for which h is true is the sum of f over
   all of ls. *)
Lemma sum_live f (h : N -> bool) ls : (forall l, h l = false -> f l = 0) -> sum f (filter h ls) = sum f ls.
Proof.
  intros Z. unfold sum. induction ls as [|l ls IH]; [easy|]. cbn [filter fold_right].
  destruct (h l) eqn:E; cbn [fold_right]; rewrite IH; [easy|]. now rewrite (Z l E).
Qed.
(* If `covers` accepts the tiles ts with disjoint stones me and opp, then the player can force at least a draw, where `own`
   says whether he is to move. *)
Theorem covers_forced g own ts me opp : covers g own ts me opp = true -> disjoint me opp ->
  forced g true own me opp.
Proof.
  unfold covers. rewrite !andb_true_iff. intros [[[Ap Ok] P] S] D. set (tiles := map tile_of ts) in *.
  destruct (apartb_spec tiles 0 Ap) as [_ Apart].
  rewrite forallb_forall in Ok. apply N.ltb_lt in P.
  rewrite sum_live in P, S by (intros l E; now apply negb_false_iff, N.eqb_eq in E).
  fold (potential g tiles me opp) in P, S.
  assert (forall t, In t tiles -> exists u, In u ts /\ t = tile_of u /\ tile_ok g me opp u = true) as U.
  { intros t I. apply in_map_iff in I. destruct I as (u & <- & I). eauto. }
  assert (forall t, In t tiles -> forall s, In s (snd t) -> within s (fst t)) as On.
  { intros t I s Is. destruct (U t I) as (u & _ & -> & O). unfold tile_ok in O. rewrite !andb_true_iff in O.
    destruct O as [[[O _] _] _]. rewrite forallb_forall in O. now apply withinb_spec, O. }
  assert (forall t, In t tiles -> forall i, bit (fst t) i = true -> i < N.of_nat (size g)) as Inside.
  { intros t I i B. destruct (U t I) as (u & _ & -> & O). unfold tile_ok in O. rewrite !andb_true_iff in O.
    destruct O as [[[_ O] _] _]. rewrite forallb_forall in O. apply set_of_spec in B. now apply N.ltb_lt, O. }
  assert (forall t, In t tiles -> good t me opp) as G.
  { intros t I. destruct (U t I) as (u & _ & -> & O). unfold tile_ok in O. rewrite !andb_true_iff in O.
    destruct O as [[_ O] Q]. now apply tile_good_spec. }
  destruct own.
  - destruct (best_answer g tiles me opp D P) as (e & An & W & De & Se).
    assert (blocks g e opp) as B.
    { eapply cover_blocks; eauto. intros t I. now apply (good_more t (On t I) me opp (G t I)). }
    apply (move_on g me opp e An D) with (me' := me); [|easy|easy]. intros me' We D'. now apply (blocks_forced g e opp B).
  - assert (safe g tiles me opp) as Sf.
    { split; [easy|]. intros c F C. pose proof (potential_theirs g tiles me opp c) as T.
      destruct (2 * potential g tiles me opp <? whole) eqn:Q.
      - apply N.ltb_lt in Q.
        assert (through g tiles me opp c <= potential g tiles me opp); [|lia].
        apply sum_le. intros l. unfold at_cell. destruct (bit l c); lia.
      - rewrite forallb_forall in S. specialize (S c (proj2 (numbers_spec g c) (proj1 F))). rewrite C in S.
        rewrite (proj2 (freeb_spec g me opp c (proj1 F)) F) in S. apply N.ltb_lt in S.
        rewrite sum_live in S; [unfold through in T; lia|].
        intros l E. apply negb_false_iff, N.eqb_eq in E. unfold at_cell. rewrite E. now destruct (bit l c). }
    apply (blocks_forced g me opp); [|easy|easy]. eapply cover_blocks; eauto.
Qed.
