# Completion of `zermelo` for bash: commands, the options of each, and what may follow an option.
# tests/command/manual_check.py compares it with `zermelo help`.

_zermelo ()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local games="mnk: connect4: draughts: tictactoe gomoku connect4 forza4 draughts"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "solve moves show verify book tablebase layers probe export check perft count run submit report bench help --help --version" -- "$word")
    return
  fi
  case $previous in
  --method) mapfile -t COMPREPLY < <(compgen -W "auto minimax alpha-beta null-window proof-number retrograde bns immediate" -- "$word"); return ;;
  --evaluation) mapfile -t COMPREPLY < <(compgen -W "balanced defence" -- "$word"); return ;;
  --replacement) mapfile -t COMPREPLY < <(compgen -W "twobig1 twodeep big1 deep new" -- "$word"); return ;;
  --format) mapfile -t COMPREPLY < <(compgen -W "pons" -- "$word"); return ;;
  --effort) mapfile -t COMPREPLY < <(compgen -W "quick normal long" -- "$word"); return ;;
  --only) mapfile -t COMPREPLY < <(compgen -W "tournament mnk connect4 connect4-steininger draughts" -- "$word"); return ;;
  --positions | --output | -o | --statistics | --merge | --tables | --checkpoint | --certificate) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  --threads | --table-memory | --time-limit | --node-limit | --depth | --seed | --plies | --pieces | --part | --checkpoint-interval) return ;;
  esac
  local limits="--threads --table-memory --time-limit --node-limit --method --replacement"
  local lines="--output --json --pretty --quiet --help"
  local keeping="--checkpoint --checkpoint-interval"
  local options
  case $command in
  solve) options="$limits $lines $keeping --certificate --maker-breaker --score --all-moves --positions --depth --evaluation --seed --tables --check-tables --statistics --verbose" ;;
  show) options="$lines --maker-breaker" ;;
  moves) options="$limits $lines --maker-breaker --score --values --tables --check-tables --verbose" ;;
  verify) options="$limits $lines $keeping --only --effort --part --statistics --verbose" ;;
  book) options="$limits $lines $keeping --score --plies --statistics --verbose" ;;
  tablebase) options="$lines --pieces --distances --threads --time-limit --statistics --verbose" ;;
  layers) options="$lines --threads --time-limit --statistics --verbose" ;;
  probe) options="$lines --positions" ;;
  export) options="$lines --format" ;;
  check) options="$lines --complete --seed --threads --time-limit --verbose" ;;
  perft) options="$lines --depth --distinct --threads --time-limit --statistics --verbose" ;;
  count) options="$lines --plies --symmetry --threads --time-limit --statistics --verbose" ;;
  run) options="$keeping --check --part --threads --table-memory --time-limit --json --pretty --quiet --verbose --help" ;;
  submit) options="--dry-run --json --pretty --help" ;;
  report) options="--output --merge --pretty --quiet --help" ;;
  bench) options="$lines --scaling --signature --threads --table-memory --time-limit --replacement --statistics --verbose" ;;
  help) options="--help" ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
  fi
  case $command in
  solve | moves | show | book | tablebase | layers | perft | count)
    if ((COMP_CWORD == 2)); then
      mapfile -t COMPREPLY < <(compgen -W "$games" -- "$word")
    fi ;;
  bench) mapfile -t COMPREPLY < <(compgen -W "connect4-6x5 connect4-end-easy connect4-middle-easy connect4-middle-medium connect4-begin-easy mnk-5,5,4 draughts-perft-9 connect4-7x6 mnk-8,4,4" -- "$word") ;;
  help) mapfile -t COMPREPLY < <(compgen -W "solve moves show verify book tablebase layers probe export check perft count run submit report bench help jobs" -- "$word") ;;
  run | submit | report | probe | export | check) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -o default -F _zermelo zermelo
