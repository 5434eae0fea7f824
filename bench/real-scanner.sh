#!/bin/sh
# A real program: ag, the parallel searcher of files (Debian's silversearcher-ag), from its
# source package, checked with 2 to 4 threads; and with mistakes of ours in its queue.
# docs/real-program.md has the table.
#
#     sh bench/real-scanner.sh [DIRECTORY]
#
# Nothing of it is kept here: it is fetched by its package name into DIRECTORY
# (build/real-scanner), with apt's own settings left alone.
root=$(cd "$(dirname "$0")/.." && pwd)
work=${1:-$root/build/real-scanner}
mazurka=$root/build/mazurka
suite=trixie
failed=0

die () {
  echo "real-scanner: $*" >&2
  exit 1
}

# apt with lists of its own: the machine's may name no sources.
fetch () {
  mkdir -p "$work/lists/partial" && cd "$work" || die "cannot make $work"
  site=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | grep -v security | head -n 1)
  [ "$site" ] || die "apt knows no Debian archive: run apt-get update"
  echo "deb-src $site $suite main" >sources.list
  set -- -q -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists"
  apt-get "$@" update >apt.log 2>&1 && apt-get "$@" source --tar-only --download-only silversearcher-ag >>apt.log 2>&1 ||
    die "silversearcher-ag cannot be fetched, see $work/apt.log"
  mkdir -p ag && tar -xf silversearcher-ag_*.orig.tar.* -C ag --strip-components=1 || die "the archive cannot be unpacked"
}

# Without what its configure script would find beyond POSIX, but for pcre.
build () {
  touch "$work/$1/config.h"
  cd "$work/$1" && "$mazurka" cc -O1 -fno-inline -w -D_GNU_SOURCE -I. -DPACKAGE_VERSION='"2.2.0"' -DPACKAGE_NAME='"ag"' -DHAVE_PTHREAD_H \
    -DHAVE_DIRENT_DTYPE -DHAVE_STRNDUP -DHAVE_VASPRINTF -DHAVE_GETLINE -DHAVE_REALPATH src/*.c -o ag -lpcre -lpthread >"$work/$1.log" 2>&1 ||
    die "$1 does not build, see $work/$1.log (libpcre3-dev)"
}

# A copy with one change.
change () {
  name=$1 file=$2
  shift 2
  rm -rf "${work:?}/$name"
  cp -r "$work/ag" "$work/$name"
  sed -i "$@" "$work/$name/$file"
  cmp -s "$work/ag/$file" "$work/$name/$file" && die "$name: the place to change is not there any more"
  build "$name"
}

# check EXPECTED TITLE PROGRAM FOLDER WORKERS: a row of the table.
check () {
  cd "$work/in" || exit 1
  "$mazurka" check "$work/$3/ag" --trust=libpcre --exit-status=any --json --trace="$work/trace" --time=120 -- \
    --workers "$5" -U -Q --nocolor needle "$4" >"$work/result" 2>"$work/said"
  python3 - "$work/result" "$1" "$2" <<'P' || failed=$((failed + 1))
import json, sys
r = json.load(open(sys.argv[1]))
answer = r["findings"][0]["kind"] if r["findings"] else r["verdict"]
s = r["stats"]
print(f'| {sys.argv[3]} | {answer} | {s["threads"]} | {s["executions"]:,} | {s["transitions"]:,} | {s["seconds"]:.2f} |', flush=True)
sys.exit(answer != sys.argv[2])
P
}

[ -d "$work/ag/src" ] || fetch
build ag
change signal src/main.c 's/pthread_cond_broadcast/pthread_cond_signal/'
change unlocked src/search.c '/work_queue = work_queue->next;/{s/^/pthread_mutex_unlock(\&work_queue_mtx);/;s/$/pthread_mutex_lock(\&work_queue_mtx);/}'
change once src/search.c 's/while (work_queue == NULL)/if (work_queue == NULL)/'
rm -rf "$work/in"
mkdir -p "$work/in/one" "$work/in/two"
echo 'hello needle' | tee "$work/in/one/a" >"$work/in/two/a"
echo nothing >"$work/in/two/b"
echo '| ag 2.2.0 | answer | threads | executions | transitions | seconds |'
echo '|---|---|---:|---:|---:|---:|'
check ok 'two files, one worker' ag two 1
check ok 'one file, two workers' ag one 2
check ok 'two files, two workers' ag two 2
check ok 'one file, three workers' ag one 3
check deadlock '`signal` for `broadcast`, two workers' signal one 2
check data-race 'the queue changed without its lock' unlocked two 2
check crash '`if` for `while` around the wait' once one 2
[ "$failed" = 0 ] || die "$failed rows are not as expected"
