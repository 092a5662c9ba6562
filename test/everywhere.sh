#!/usr/bin/env bash
# Runs all tests again and again, in each of the places in which they must pass, and says how it went, a line for a run.
# Where a run fails, its failures follow, and everything that it said is in a file.
#
#   bash test/everywhere.sh                   every place as often as it is listed below: about an hour and a half on two cores
#   bash test/everywhere.sh quiet=2 core=1    these places alone, so often
#
# It takes bash, coreutils, util-linux and npm. Root is needed for `private` and `user`; anybody else is an ordinary user
# already. The dependencies must be installed (npm ci).
set -euo pipefail
shopt -s nullglob dotglob

places=(quiet loaded nice core environment private user)
declare -A about=(
  [quiet]='one run after the other'
  [loaded]='a busy loop on each core'
  [nice]='at the lowest priority (nice -n 19)'
  [core]='all processes on one core'
  [environment]='another zone, locale and umask, colours, CI, XDG folders, a folder for temporary files with spaces and Hangul'
  [private]='root, in a folder that root alone may enter, with spaces and Hangul in its name'
  [user]='an ordinary user, in a folder of its own'
)
declare -A times=([quiet]=10 [loaded]=3 [nice]=3 [core]=3 [environment]=1 [private]=1 [user]=1)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
logs=$scratch/logs
mkdir "$logs"
busy=()
failed=0
unprivileged=65534

end() {
  if [ ${#busy[@]} -gt 0 ]; then kill "${busy[@]}" 2>/dev/null || true; fi
  cd /
  local entry
  for entry in "$scratch"/*; do if [ "$entry" != "$logs" ]; then rm -rf "$entry"; fi; done
  if [ "$failed" -eq 0 ]; then rm -rf "$scratch"; else printf 'What the runs said: %s\n' "$logs"; fi
}
trap end EXIT

# Copies the repository as it is, but for its history, into a new folder.
copy_to() {
  mkdir -p "$1"
  local entry
  for entry in "$root"/*; do
    if [ "${entry##*/}" != .git ]; then cp -a "$entry" "$1/"; fi
  done
}

# Runs a command in a place: run_in <place> <command> …
run_in() {
  local place=$1
  shift
  case $place in
    quiet) "$@" ;;
    loaded)
      for ((core = 0; core < $(nproc); core++)); do
        while :; do :; done &
        busy+=($!)
      done
      local status=0
      "$@" || status=$?
      kill "${busy[@]}" || true
      wait "${busy[@]}" 2>/dev/null || true
      busy=()
      return "$status"
      ;;
    nice) nice -n 19 "$@" ;;
    core)
      local cores
      cores=$(taskset -pc $$)
      cores=${cores##* }
      taskset -c "${cores%%[,-]*}" "$@"
      ;;
    environment)
      local folder="$scratch/임시 폴더 (a b)"
      mkdir -p "$folder"/{cache,config,data,state}
      (
        umask 077
        env TZ=America/St_Johns LANG=ko_KR.UTF-8 LC_ALL=ko_KR.UTF-8 FORCE_COLOR=1 CI=true GITHUB_ACTIONS=true \
          XDG_CACHE_HOME="$folder/cache" XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data" \
          XDG_STATE_HOME="$folder/state" TMPDIR="$folder" "$@"
      )
      ;;
    private)
      local folder=$scratch/private
      local copy="$folder/저장소 (a b)"
      mkdir -p -m 700 "$folder" "$folder/tmp"
      if [ ! -e "$copy" ]; then copy_to "$copy"; fi
      (cd "$copy" && TMPDIR=$folder/tmp "$@")
      ;;
    user)
      local folder=$scratch/user
      mkdir -p "$folder/home" "$folder/tmp"
      if [ ! -e "$folder/repository" ]; then
        copy_to "$folder/repository"
        # Nobody has to pass through a folder of root's.
        chmod 711 "$scratch"
        chown -R "$unprivileged:$unprivileged" "$folder"
      fi
      (
        cd "$folder/repository"
        setpriv --reuid "$unprivileged" --regid "$unprivileged" --clear-groups --inh-caps=-all \
          env HOME="$folder/home" TMPDIR="$folder/tmp" USER=nobody LOGNAME=nobody "$@"
      )
      ;;
  esac
}

# Without the colours that a tool puts in.
plain() {
  local text=$1
  while [[ $text =~ $'\e'\[[0-9\;]*m ]]; do text=${text//"${BASH_REMATCH[0]}"/}; done
  printf '%s' "$text"
}

# Prints how a run went, from what it said: report <place> <run> <status> <seconds> <log>
report() {
  local place=$1 run=$2 status=$3 seconds=$4 log=$5 tests='no result' files='' line failures=()
  while IFS= read -r line; do
    if [[ ! $(plain "$line") =~ ^\ *(Test\ Files|Tests|FAIL)\ +(.*)$ ]]; then continue; fi
    case ${BASH_REMATCH[1]} in
      'Test Files') files=${BASH_REMATCH[2]} ;;
      Tests) tests=${BASH_REMATCH[2]} ;;
      FAIL) failures+=("${BASH_REMATCH[2]}") ;;
    esac
  done < <(tail -n 1000 "$log")
  local result=passed
  if [ "$status" -ne 0 ]; then result=FAILED; fi
  printf '%-12s %6s  %s  tests %s  files %s  %d:%02d\n' "$place" "$run" "$result" "$tests" "$files" \
    $((seconds / 60)) $((seconds % 60))
  for line in "${failures[@]}"; do printf '    %s\n' "$line"; done
}

chosen=("${places[@]}")
if [ $# -gt 0 ]; then
  chosen=()
  for argument in "$@"; do
    place=${argument%%=*}
    if [ -z "${about[$place]:-}" ]; then
      printf 'There is no place "%s"; there are: %s\n' "$place" "${places[*]}" >&2
      exit 2
    fi
    chosen+=("$place")
    if [ "$argument" != "$place" ]; then times[$place]=${argument#*=}; fi
  done
fi

cd "$root"
for place in "${chosen[@]}"; do
  if [[ $place =~ ^(private|user)$ && $(id -u) -ne 0 ]]; then
    printf '%-12s left out: it takes root\n' "$place"
    continue
  fi
  printf '%s: %s\n' "$place" "${about[$place]}"
  for ((run = 1; run <= times[$place]; run++)); do
    log=$logs/$place-$run.txt
    began=$SECONDS
    status=0
    run_in "$place" npm test >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then failed=1; fi
    report "$place" "$run/${times[$place]}" "$status" $((SECONDS - began)) "$log"
  done
done
exit "$failed"
