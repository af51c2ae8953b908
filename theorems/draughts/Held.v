(* Boards from which the player to move never has to lose: a closed set of them, and the checker that follows a list of his
   moves until the set is closed. *)
Require Import List Bool.
From Zermelo.draughts Require Import Rules Value Sets.
Import ListNotations.

(* ---- closed sets ---- *)
(* He has a move after which every reply leads back into the set. *)
Definition stays (held : board -> Prop) (b : board) : Prop :=
  exists after, In after (moves b) /\ forall reply, In reply (moves after) -> held reply.
Definition closed (held : board -> Prop) : Prop := forall b, held b -> stays held b.

(* No forced win of the opponent leads out of a closed set. *)
Theorem closed_is_held held : closed held -> forall b, held b -> ~ loses b.
Proof.
  intros C b H L. revert H.
  induction L as [after reply I _ N|b _ IH] using loses_wins
    with (P := fun after => ~ forall reply, In reply (moves after) -> held reply).
  - intros A. exact (N (A reply I)).
  - intros H. destruct (C b H) as (after & I & A). exact (IH after I A).
Qed.
(* If a closed set contains b and each board after a move from b, then b is a draw. *)
Theorem closed_is_draw held b : closed held -> held b -> (forall after, In after (moves b) -> held after) -> value b Draw.
Proof.
  intros C H A. split; [|now apply closed_is_held with held].
  intros W. destruct W as [b after I L]. revert L. apply closed_is_held with held; auto.
Qed.

(* ---- the checker ---- *)
Section Follow.
Variables odd even : shelf. (* the rows of boards *)

(* The first board that is not in the set, the way to it, and what comes behind. *)
Fixpoint next (held : tree) (boards : list board) : option (board * list bool * list board) :=
  match boards with
  | [] => None
  | b :: boards =>
    let (b, path) := shared odd even b in if mem held b path then next held boards else Some (b, path, boards)
  end.
(* Each board takes a number of the list: his move there, counted from 0 as `moves` lists them. Then all replies are to
   be held. *)
Fixpoint follow (numbers : list nat) (held : tree) (boards : list board) : bool :=
  match next held boards with
  | None => true
  | Some (b, path, boards) =>
    match numbers with
    | [] => false
    | number :: numbers =>
      match nth_error (moves b) number with
      | None => false
      | Some after => follow numbers (add held b path) (moves after ++ boards)
      end
    end
  end.

(* If `next` finds no board outside the set held, then held contains each board of the list l. *)
Lemma next_none held l : next held l = None -> forall b, In b l -> has held b.
Proof.
  induction l as [|b l IH]; cbn; intros E c I; [easy|]. pose proof (shared_is b odd even) as S.
  destruct (shared odd even b) as [b' path]. cbn in S. subst b'.
  destruct (mem held b path) eqn:M; [|easy]. destruct I as [<-|I]; eauto using mem_has.
Qed.
(* If `next` finds the board b in the list l, with the boards rest behind it, then each board of l is in
   held, is b, or is in rest. *)
Lemma next_some held l b path rest : next held l = Some (b, path, rest) ->
  forall c, In c l -> has held c \/ c = b \/ In c rest.
Proof.
  induction l as [|d l IH]; cbn; intros E c I; [easy|]. pose proof (shared_is d odd even) as S.
  destruct (shared odd even d) as [d' p]. cbn in S. subst d'. destruct (mem held d p) eqn:M.
  - destruct I as [<-|I]; eauto using mem_has.
  - injection E as -> -> ->. destruct I as [<-|I]; auto.
Qed.
(* If `follow` accepts, and on each board of held the player to move has a move after which every reply leads into held or the
   list boards, then some closed set contains all boards of held and of that list. *)
Lemma follow_sound numbers : forall held boards, follow numbers held boards = true ->
  (forall b, has held b -> stays (fun c => has held c \/ In c boards) b) ->
  exists all, closed all /\ forall b, has held b \/ In b boards -> all b.
Proof.
  induction numbers as [|number numbers IH]; intros held boards F St; cbn [follow] in F;
    (destruct (next held boards) as [[[b path] rest]|] eqn:N;
     [|exists (has held); pose proof (next_none _ _ N) as A; split; [|intros b [|]; auto];
       intros b H; destruct (St b H) as (after & I & R); exists after; split; [easy|];
       intros reply J; destruct (R reply J); auto]); [easy|].
  destruct (nth_error (moves b) number) as [after|] eqn:M; [|easy].
  pose proof (next_some _ _ _ _ _ N) as A.
  destruct (IH _ _ F) as (all & C & Al).
  - intros c Hc. apply add_has in Hc. destruct Hc as [->|Hc].
    + exists after. split; [now apply nth_error_In with number|]. intros reply J. right. apply in_or_app. now left.
    + destruct (St c Hc) as (q & I & R). exists q. split; [easy|]. intros reply J.
      rewrite add_has, in_app_iff. destruct (R reply J) as [H|H]; [tauto|]. apply A in H. tauto.
  - exists all. split; [easy|]. intros c Hc. apply Al. rewrite add_has, in_app_iff.
    destruct Hc as [H|H]; [tauto|]. apply A in H. tauto.
Qed.
End Follow.

(* The set is to have the start, and each board after the first move: then neither player can force a win. *)
Definition accepted (n : nat) (numbers : list nat) : bool :=
  let odd := shelf_of n true [] [] in let even := shelf_of n false [] [] in
  follow odd even numbers Leaf (start n :: moves (start n)).
(* If the checker accepts a list of numbers for n columns and n rows, the game on that board is a draw. *)
Theorem accepted_is_drawn n numbers : accepted n numbers = true -> value_of_the_game n Draw.
Proof.
  intros F. apply follow_sound in F; [|easy]. destruct F as (all & C & A).
  apply closed_is_draw with all; [easy| |]; intros; apply A; right; cbn; auto.
Qed.
