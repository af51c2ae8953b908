(* The checker of a certificate's rows, and that what it accepts is true. *)
Require Import List Arith Bool Lia NArith.
From Zermelo.mnk Require Import Rules Board Stealing Sets PositionSet Tiling Mirror.
Import ListNotations.
Open Scope N_scope.

(* Cells for each of which the player is to try a stone, the first that is free; none: he tries all his moves.
   Or tiles. *)
Inductive method := Moves (l : list N) | Tiles (l : list (list N * list N)).
(* The player is to move; his stones; those of the other side; how many replies are followed; how he plays. *)
Record row := Row { own : bool; mine : N; theirs : N; replies : nat; by_ : method }.

Section Check.
Variable g : game.
Variable order : list N. (* the cells, as they are tried *)
Variable maps : list (list N). (* mirror images: each is its own inverse *)
Variable draws : bool.

Definition board_ : N := N.ones (N.of_nat (size g)).
(* A cell that completes a line, if that line lacks no more than one. *)
Fixpoint completing (s not_in : N) (ls : list N) : option N :=
  match ls with
  | [] => None
  | l :: ls =>
    if N.land l not_in =? 0 then
      let x := N.ldiff l s in let c := N.log2 x in
      if x =? 0 then Some 0 else if x =? N.shiftl 1 c then Some c else completing s not_in ls
    else completing s not_in ls
  end.
Definition doneb (s : N) : bool := existsb (fun l => withinb l s) (lines g).
Definition may (me opp c : N) : bool := if c <? N.of_nat (size g) then freeb me opp c else false.
(* A move that wins. *)
Definition wins (me opp : N) : option N :=
  match completing me opp (lines g) with
  | Some c => if may me opp c then if doneb (N.setbit me c) then Some c else None else None
  | None => None
  end.
Definition full (me opp : N) : bool := withinb board_ (N.lor me opp).

(* f after all moves; after some move. *)
Fixpoint each (f : N -> tree -> option tree) (me opp : N) (l : list N) (met : tree) : option tree :=
  match l with
  | [] => Some met
  | c :: l => if may me opp c then match f c met with None => None | Some met => each f me opp l met end
              else each f me opp l met
  end.
Fixpoint some_of (f : N -> tree -> option tree) (me opp : N) (l : list N) (met : tree) : option tree :=
  match l with
  | [] => None
  | c :: l => if may me opp c then match f c met with None => some_of f me opp l met | found => found end
              else some_of f me opp l met
  end.

Section Play.
Variable rows : tree.
Variable plan : list N.
(* The player is to move. *)
Definition answers (reply : N -> N -> tree -> option tree) (me opp : N) (met : tree) : option tree :=
  if mem rows me opp me opp then Some met else
  if full me opp then (if draws then Some met else None) else
  match wins me opp with
  | Some _ => Some met
  | None =>
    match completing opp me (lines g) with
    | Some c => if may me opp c then reply (N.setbit me c) opp met else None
    | None =>
      match plan with
      | [] => if (if draws then covers g true [] me opp else false) then Some met
              else some_of (fun c => reply (N.setbit me c) opp) me opp order met
      | _ => match find (may me opp) (plan ++ order) with
             | Some c => reply (N.setbit me c) opp met
             | None => None
             end
      end
    end
  end.
(* The other side is to move. *)
Fixpoint reply (n : nat) (me opp : N) (met : tree) : option tree :=
  match n with
  | O => None
  | S n =>
    if mem met me opp me opp then Some met else
    if full me opp then (if draws then Some met else None) else
    match completing opp me (lines g) with
    | Some _ => None
    | None =>
      match (match wins me opp with
             | Some c => answers (reply n) me (N.setbit opp c) met (* else he wins at once *)
             | None => each (fun c => answers (reply n) me (N.setbit opp c)) me opp order met
             end) with
      | None => None
      | Some met => Some (add met me opp me opp)
      end
    end
  end.
End Play.

Definition checked (rows met : tree) (r : row) : bool :=
  (N.land (mine r) (theirs r) =? 0) &&
  match by_ r with
  | Tiles ts => if draws then covers g (own r) ts (mine r) (theirs r) else false
  | Moves plan =>
    match (if own r then answers rows plan (reply rows plan (replies r)) (mine r) (theirs r) met
           else reply rows plan (replies r) (mine r) (theirs r) met) with
    | Some _ => true
    | None => false
    end
  end.
Definition images (me opp : N) : list (N * N) :=
  fold_left (fun l m => l ++ map (fun a => (image m (fst a), image m (snd a))) l) maps [(me, opp)].
Definition add_images (t : tree) (me opp : N) : tree :=
  fold_left (fun t a => if mem t (fst a) (snd a) (fst a) (snd a) then t
                        else add t (fst a) (snd a) (fst a) (snd a)) (images me opp) t.
(* Rows rest on those before them. *)
Fixpoint check (l : list row) (rows met : tree) : bool :=
  match l with
  | [] => true
  | r :: l =>
    if checked rows met r then
      if own r then check l (add_images rows (mine r) (theirs r)) met
      else check l rows (add_images met (mine r) (theirs r))
    else false
  end.

(* ---- soundness ---- *)
Hypothesis order_all : forall c, c < N.of_nat (size g) -> In c order.
Hypothesis maps_keep : forall m, In m maps -> keeps_lines g m = true.
Notation forced := (forced g draws).
Definition good_own me opp := disjoint me opp -> forced true me opp.
Definition good_reply me opp := disjoint me opp -> forced false me opp.

(* The test `may me opp c` is true exactly if c is a free cell of the board. *)
Lemma may_spec me opp c : may me opp c = true <-> free g me opp c.
Proof.
  unfold may. destruct (N.ltb_spec c (N.of_nat (size g))).
  - now apply freeb_spec.
  - split; [easy|]. intros [L _]. lia.
Qed.
(* If the test `full me opp` is true, no cell of the board is free. *)
Lemma full_spec me opp : full me opp = true -> forall c, ~ free g me opp c.
Proof.
  unfold full. rewrite withinb_spec. intros W c (L & M & O). specialize (W c).
  rewrite N.lor_spec, M, O in W. cbn in W. enough (false = true) by discriminate. apply W.
  unfold board_. now apply N.ones_spec_low.
Qed.
(* If the test `full me opp` is false, some cell of the board is free. *)
Lemma not_full me opp : full me opp = false -> exists c, free g me opp c.
Proof.
  intros F. destruct (some_free g me opp) as [|N]; [easy|].
  assert (full me opp = true); [|congruence]. apply withinb_spec. intros i I. rewrite N.lor_spec.
  assert (i < N.of_nat (size g)) as L.
  { destruct (N.lt_ge_cases i (N.of_nat (size g))); [easy|]. unfold board_ in I. now rewrite N.ones_spec_high in I. }
  specialize (N i). unfold free in N. destruct (bit me i), (bit opp i); auto; exfalso; auto.
Qed.
(* If `wins me opp` finds a cell c, then c is free and the player's stones `me` with c added contain a line. *)
Lemma wins_spec me opp c : wins me opp = Some c -> free g me opp c /\ done g (N.setbit me c).
Proof.
  unfold wins. destruct (completing me opp (lines g)) as [c'|]; [|discriminate].
  destruct (may me opp c') eqn:M; [|discriminate]. destruct (doneb (N.setbit me c')) eqn:D; [|discriminate].
  intros Q. injection Q as <-. split; [now apply may_spec|]. unfold doneb in D. apply existsb_exists in D.
  destruct D as (l & I & W). exists l. split; [easy|]. now apply withinb_spec.
Qed.
(* If `completing s not_in ls` finds no cell, and the sets not_in and s are disjoint, then for no cell c outside not_in does the
   set s with c added contain a line of the list ls. *)
Lemma completing_none s not_in ls : completing s not_in ls = None -> disjoint not_in s -> forall c, bit not_in c = false ->
  forall l, In l ls -> ~ within l (N.setbit s c).
Proof.
  intros Q D c C. induction ls as [|a ls IH]; [easy|]. cbn [completing] in Q. intros l [<-|I] W.
  - assert (N.land a not_in =? 0 = true) as L.
    { apply land_0. intros i A. apply not_true_is_false. intros B. apply W in A. rewrite bit_set, orb_true_iff, N.eqb_eq in A.
      destruct A as [->|A]; [congruence|now apply (D i)]. }
    rewrite L in Q. cbv zeta in Q. destruct (N.eqb_spec (N.ldiff a s) 0) as [|Ne]; [discriminate|].
    assert (N.ldiff a s = 2 ^ c) as P.
    { assert (forall i, bit (N.ldiff a s) i = true -> i = c) as O.
      { intros i. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. intros [A S]. apply W in A.
        rewrite bit_set, S, orb_false_r, N.eqb_eq in A. congruence. }
      pose proof (N.bit_log2 _ Ne) as B. pose proof (O _ B) as Lc. rewrite Lc in B.
      apply N.bits_inj. intros i. rewrite N.pow2_bits_eqb. destruct (N.eqb_spec c i) as [<-|Ni]; [easy|].
      apply not_true_is_false. intros H. apply O in H. congruence. }
    rewrite P, N.log2_pow2, N.shiftl_1_l, N.eqb_refl in Q by lia. discriminate.
  - destruct (N.land a not_in =? 0); [|now apply IH in I]. cbv zeta in Q.
    destruct (N.ldiff a s =? 0); [discriminate|]. destruct (_ =? _); [discriminate|]. now apply IH in I.
Qed.

Definition sound (f : N -> N -> tree -> option tree) (Q : N -> N -> Prop) := forall me opp met met',
  all_good good_reply met -> f me opp met = Some met' -> all_good good_reply met' /\ Q me opp.
(* If each success of f on a free cell c proves Q c and keeps all positions met good, then the success of f on all free cells of
   the list l proves Q c for each of them and keeps all positions met good. *)
Lemma each_sound f me opp Q l : (forall c t t', all_good good_reply t -> free g me opp c -> f c t = Some t' ->
    all_good good_reply t' /\ Q c) -> forall met met', all_good good_reply met ->
  each f me opp l met = Some met' -> all_good good_reply met' /\ forall c, In c l -> free g me opp c -> Q c.
Proof.
  intros F. induction l as [|a l IH]; intros met met' G A; cbn [each] in A.
  - injection A as <-. now split.
  - destruct (may me opp a) eqn:M.
    + destruct (f a met) as [met1|] eqn:Fa; [|discriminate].
      destruct (F _ _ _ G (proj1 (may_spec _ _ _) M) Fa) as [G1 Qa]. destruct (IH _ _ G1 A) as [G' Al].
      split; [easy|]. intros c [<-|I]; auto.
    + destruct (IH _ _ G A) as [G' Al]. split; [easy|]. intros c [<-|I] Fr; [|auto].
      apply may_spec in Fr. congruence.
Qed.
(* If `some_of f` succeeds on a list l of cells, then f succeeds, with that outcome met', on some free cell c. *)
Lemma some_sound f me opp l : forall met met', some_of f me opp l met = Some met' ->
  exists c, free g me opp c /\ f c met = Some met'.
Proof.
  induction l as [|a l IH]; intros met met' A; cbn [some_of] in A; [discriminate|].
  destruct (may me opp a) eqn:M; [|eauto]. destruct (f a met) as [t|] eqn:Fa; [|eauto].
  injection A as <-. exists a. split; [now apply may_spec|easy].
Qed.

Section Row.
Variable rows : tree.
Variable plan : list N.
Hypothesis rows_good : all_good good_own rows.
(* If f keeps all positions met good and accepts only good positions, with the other side to move, then `answers` with f keeps all
   positions met good and accepts only good positions, with the player to move. *)
Lemma answers_sound f : sound f good_reply -> sound (answers rows plan f) good_own.
Proof.
  intros F me opp met met' G A. unfold answers in A.
  destruct (mem rows me opp me opp) eqn:M.
  { injection A as <-. split; [easy|]. eapply mem_good; eauto. }
  destruct (full me opp) eqn:Fu.
  { destruct draws eqn:D; [|discriminate]. injection A as <-. split; [easy|]. intros _.
    apply f_full; [easy|]. now apply full_spec. }
  destruct (wins me opp) as [c|] eqn:Wn.
  { injection A as <-. split; [easy|]. intros _. apply wins_spec in Wn. apply f_line with c; apply Wn. }
  assert (forall c t, free g me opp c -> f (N.setbit me c) opp met = Some t -> all_good good_reply t /\ good_own me opp) as Go.
  { intros c t Fr S. destruct (F _ _ _ _ G S) as [G' Q]. split; [easy|]. intros D. apply f_move with c; [easy|].
    apply Q, disjoint_mine; [easy|apply Fr]. }
  destruct (completing opp me (lines g)) as [c|].
  { destruct (may me opp c) eqn:Mc; [|discriminate]. now apply (Go c); [apply may_spec|]. }
  destruct plan as [|q plan'].
  - destruct draws eqn:Dr.
    + destruct (covers g true [] me opp) eqn:Cv.
      * injection A as <-. split; [easy|]. intros D. rewrite Dr in *. now apply covers_forced with [].
      * apply some_sound in A. destruct A as (c & Fr & S). now apply (Go c).
    + apply some_sound in A. destruct A as (c & Fr & S). now apply (Go c).
  - destruct (find (may me opp) ((q :: plan') ++ order)) as [c|] eqn:Fi; [|discriminate].
    apply find_some in Fi. apply (Go c); [now apply may_spec|easy].
Qed.
(* Whatever the number n of replies, `reply` keeps all positions met good and accepts only good
   positions, with the other side to move. *)
Lemma reply_sound n : sound (reply rows plan n) good_reply.
Proof.
  induction n as [|n IH]; intros me opp met met' G A; cbn [reply] in A; [discriminate|].
  destruct (mem met me opp me opp) eqn:M.
  { injection A as <-. split; [easy|]. eapply mem_good; eauto. }
  destruct (full me opp) eqn:Fu.
  { destruct draws eqn:D; [|discriminate]. injection A as <-. split; [easy|]. intros _.
    apply f_full; [easy|]. now apply full_spec. }
  destruct (completing opp me (lines g)) eqn:Co; [discriminate|].
  match type of A with match ?x with _ => _ end = _ => destruct x as [met1|] eqn:Ea; [|discriminate] end.
  injection A as <-.
  assert (forall c, free g me opp c -> disjoint me opp -> ~ done g (N.setbit opp c)) as Nd.
  { intros c Fr D (l & I & W). apply (completing_none _ _ _ Co D c (proj1 (proj2 Fr)) l I W). }
  assert (all_good good_reply met1 /\ good_reply me opp) as [G1 Gd].
  { destruct (wins me opp) as [w|] eqn:Wn.
    - destruct (answers_sound _ IH _ _ _ _ G Ea) as [G1 Ga]. split; [easy|]. intros D.
      apply wins_spec in Wn. destruct Wn as (Fw & Dw).
      apply f_reply; [eauto|auto|]. intros c Fr. destruct (N.eq_dec c w) as [->|Ne].
      + apply Ga, disjoint_theirs; [easy|apply Fw].
      + apply f_line with w; [|easy]. destruct Fw as (Lw & Mw & Ow). split; [easy|]. split; [easy|].
        rewrite bit_set, Ow, orb_false_r. now apply N.eqb_neq.
    - apply each_sound with (Q := fun c => good_own me (N.setbit opp c)) in Ea; [|intros c t t' Gt Fr S; exact (answers_sound _ IH _ _ _ _ Gt S)|easy].
      + destruct Ea as [G1 Al]. split; [easy|]. intros D. apply f_reply; [now apply not_full|auto|].
        intros c Fr. apply Al; [apply order_all, Fr|easy|]. apply disjoint_theirs; [easy|apply Fr]. }
  split; [now apply add_good|easy].
Qed.
End Row.

(* If the player can force his result from the position (me, opp), he can force it from each of the
   mirror images listed by `images`. *)
Lemma images_good (turn : bool) me opp : forced turn me opp ->
  forall a, In a (images me opp) -> forced turn (fst a) (snd a).
Proof.
  intros F. unfold images.
  assert (forall l, (forall a, In a l -> forced turn (fst a) (snd a)) -> forall ms, incl ms maps -> forall a,
    In a (fold_left (fun l m => l ++ map (fun a => (image m (fst a), image m (snd a))) l) ms l) ->
    forced turn (fst a) (snd a)) as A.
  { intros l Al ms. revert l Al. induction ms as [|mp ms IH]; intros l Al In_ a I; [now apply Al|].
    cbn [fold_left] in I. apply IH in I; [easy| |intros x X; apply In_; now right].
    intros b B. apply in_app_iff in B. destruct B as [B|B]; [auto|]. apply in_map_iff in B.
    destruct B as (d & <- & B). cbn [fst snd]. apply forced_image; [|auto]. apply maps_keep, In_. now left. }
  apply (A [(me, opp)]); [|apply incl_refl]. intros a [<-|[]]. exact F.
Qed.
(* If the player can force his result from (me, opp) and from all positions with disjoint sets in the tree t, then he can force it
   from all positions with disjoint sets in t with the mirror images of (me, opp) added. *)
Lemma add_images_good (turn : bool) t me opp :
  let good me opp := disjoint me opp -> forced turn me opp in
  all_good good t -> forced turn me opp -> all_good good (add_images t me opp).
Proof.
  intros good A F. unfold add_images. pose proof (images_good turn me opp F) as I. revert t A I.
  induction (images me opp) as [|a l IH]; intros t A I; [easy|]. cbn [fold_left]. apply IH.
  - destruct (mem t _ _ _ _); [easy|]. apply add_good; [easy|]. intros _. apply I. now left.
  - intros b B. apply I. now right.
Qed.
(* If all positions in the trees rows and met are good and `checked` accepts the row r, then the player
   can force his result from the position of r. *)
Lemma checked_sound rows met r : all_good good_own rows -> all_good good_reply met -> checked rows met r = true ->
  forced (own r) (mine r) (theirs r).
Proof.
  intros Gr Gm C. unfold checked in C. apply andb_true_iff in C. destruct C as [D C].
  assert (disjoint (mine r) (theirs r)) as D'.
  { rewrite land_0 in D. intros i M T. rewrite D in T; easy. }
  destruct (by_ r) as [plan|ts].
  - pose proof (reply_sound rows plan Gr (replies r)) as R. destruct (own r).
    + match type of C with match ?x with _ => _ end = _ => destruct x eqn:A; [|discriminate] end.
      now apply (answers_sound rows plan Gr _ R _ _ _ _ Gm A).
    + match type of C with match ?x with _ => _ end = _ => destruct x eqn:A; [|discriminate] end.
      now apply (R _ _ _ _ Gm A).
  - destruct draws; [|discriminate]. now apply covers_forced with ts.
Qed.
(* If all positions in the trees rows and met are good and `check` accepts the list l of rows, then the player can force his
   result from the position of each row in l. *)
Lemma check_sound l : forall rows met, all_good good_own rows -> all_good good_reply met ->
  check l rows met = true -> forall r, In r l -> forced (own r) (mine r) (theirs r).
Proof.
  induction l as [|r l IH]; cbn [check]; intros rows met Gr Gm A r' I; [easy|].
  destruct (checked rows met r) eqn:C; [|discriminate]. pose proof (checked_sound rows met r Gr Gm C) as F.
  destruct I as [<-|I]; [easy|]. destruct (own r); apply IH with (r := r') in A; auto.
  - now apply (add_images_good true).
  - now apply (add_images_good false).
Qed.
End Check.

(* ---- the rows of a board ---- *)
(* Cells from the middle outwards. *)
Definition outwards (m n : nat) : list N :=
  map (number m) (flat_map (fun d => filter (fun c : nat * nat => let (x, y) := c in
    ((2 * x + 1 - m) + (m - (2 * x + 1)) + (2 * y + 1 - n) + (n - (2 * y + 1)) =? d)%nat) (cells m n)) (seq 0 (m + n))).
(* Columns mirrored, rows mirrored, and on a square columns and rows exchanged. *)
Definition mirrors (m n : nat) : list (list N) :=
  let of (f : nat * nat -> nat * nat) := map (fun i => number m (f (i mod m, i / m)%nat)) (seq 0 (n * m)) in
  of (fun c => (m - 1 - fst c, snd c)%nat) :: of (fun c => (fst c, n - 1 - snd c)%nat) ::
  (if (m =? n)%nat then [of (fun c => (snd c, fst c))] else []).
Definition accepted (m n k : nat) (p : player) (draws : bool) (l : list row) : bool :=
  let g := game_of m n k in let o := outwards m n in let ms := mirrors m n in
  (0 <? k)%nat && forallb (fun c => existsb (N.eqb c) o) (numbers g) && forallb (keeps_lines g) ms &&
  check g o ms draws (l ++ [Row (match p with First => true | Second => false end) 0 0 1 (Moves [0])]) E E.

(* If the checker accepts the list l of rows, then player p can force from the empty board that he wins
   or, if draws is true, that he wins or draws. *)
Theorem accepted_is_true m n k p draws l : accepted m n k p draws l = true -> secures m n k p draws First empty.
Proof.
  unfold accepted. cbv zeta. rewrite !andb_true_iff. intros [[[K O] M] C].
  apply Nat.ltb_lt in K. rewrite forallb_forall in O, M.
  apply check_sound with (r := Row (match p with First => true | Second => false end) 0 0 1 (Moves [0])) in C.
  - cbn [own mine theirs] in C. apply (forced_secures m n k p K) with (b := empty) in C; [|apply rep_empty].
    destruct p; exact C.
  - intros c I. apply (numbers_spec (game_of m n k)), O, existsb_exists in I. destruct I as (d & I & Q). apply N.eqb_eq in Q. now subst.
  - exact M.
  - exact I.
  - exact I.
  - apply in_or_app. right. now left.
Qed.
