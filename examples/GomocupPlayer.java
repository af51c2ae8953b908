/* A class that implements mnkgame.MNKPlayer, the interface of the course in which MoNKey was written, as a player of
 * Zermelo's tournaments: it speaks the protocol of Gomocup with `INFO line K`. README.md says how to call it. */
import java.io.*;
import java.util.*;
import mnkgame.*;

public class GomocupPlayer {
  public static void main (String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader (new InputStreamReader (System.in));
    PrintStream out = System.out;
    System.setOut (System.err); // what the player prints is no answer
    MNKPlayer player = null;
    List<MNKCell> made = new ArrayList<> (); // by both, in turn
    int rows = 15, columns = 15, line = 5, seconds = 10;
    for (String text; (text = in.readLine ()) != null;) {
      String[] word = text.trim ().split ("[ ,]+");
      switch (word[0]) {
      case "INFO":
        if (word[1].equals ("timeout_turn"))
          seconds = Math.max (1, Integer.parseInt (word[2]) / 1000);
        if (word[1].equals ("line")) {
          line = Integer.parseInt (word[2]);
          out.println ("OK");
        }
        break;
      case "START": case "RECTSTART":
        columns = Integer.parseInt (word[1]);
        rows = Integer.parseInt (word[word.length - 1]);
      case "RESTART":
        player = null;
        made.clear ();
        out.println ("OK");
        break;
      case "BOARD":
        player = null;
        made.clear ();
        while (!(text = in.readLine ()).equals ("DONE"))
          made.add (cell (text.split (","), made.size ()));
      case "TURN": case "BEGIN":
        if (word[0].equals ("TURN"))
          made.add (cell (Arrays.copyOfRange (word, 1, 3), made.size ()));
        if (player == null) {
          player = (MNKPlayer) Class.forName (arguments[0]).getDeclaredConstructor ().newInstance ();
          player.initPlayer (rows, columns, line, made.size () % 2 == 0, seconds);
        }
        MNKCell chosen = player.selectCell (free (rows, columns, made), made.toArray (new MNKCell[0]));
        made.add (new MNKCell (chosen.i, chosen.j, mark (made.size ())));
        out.println (chosen.j + "," + chosen.i);
        break;
      case "ABOUT": out.println ("name=\"" + arguments[0] + "\""); break;
      case "END": System.exit (0);
      }
    }
  }

  static MNKCellState mark (int moves) { return moves % 2 == 0 ? MNKCellState.P1 : MNKCellState.P2; }

  static MNKCell cell (String[] point, int moves) {
    return new MNKCell (Integer.parseInt (point[1].trim ()), Integer.parseInt (point[0].trim ()), mark (moves));
  }

  static MNKCell[] free (int rows, int columns, List<MNKCell> made) {
    List<MNKCell> free = new ArrayList<> ();
    boolean[][] taken = new boolean[rows][columns];
    for (MNKCell cell : made)
      taken[cell.i][cell.j] = true;
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        if (!taken[i][j])
          free.add (new MNKCell (i, j));
    return free.toArray (new MNKCell[0]);
  }
}
