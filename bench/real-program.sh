#!/bin/sh
# A real program: pigz, the parallel gzip, from Debian's source package, built
# by its own Makefile and checked; and with some bugs of its past, and some of
# ours. docs/real-program.md tells the story.
#
#     sh bench/real-program.sh [DIRECTORY]      make real-program
#
# Nothing of it is kept here: it is fetched by its package name into DIRECTORY
# (build/real-program), with apt's own settings left alone.
root=$(cd "$(dirname "$0")/.." && pwd)
work=${1:-$root/build/real-program}
mazurka=$root/build/mazurka
suite=trixie
failed=0

die () {
  echo "real-program: $*" >&2
  exit 1
}

# apt with lists of its own: the machine's may name no sources.
fetch () {
  mkdir -p "$work/lists/partial" && cd "$work" || die "cannot make $work"
  site=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | grep -v security | head -n 1)
  [ "$site" ] || die "apt knows no Debian archive: run apt-get update"
  echo "deb-src $site $suite main" >sources.list
  set -- -q -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists"
  apt-get "$@" update >apt.log 2>&1 && apt-get "$@" source --tar-only --download-only pigz >>apt.log 2>&1 ||
    die "pigz cannot be fetched, see $work/apt.log"
  mkdir -p pigz && tar -xf pigz_*.orig.tar.* -C pigz --strip-components=1 || die "the archive cannot be unpacked"
}

build () {
  rm -f "$work/$1/pigz"           # linked with the checker's runtime, which may be newer
  make -C "$work/$1" CC="$mazurka cc" pigz >"$work/$1.log" 2>&1 || die "$1 does not build, see $work/$1.log"
}

# A copy with one change.
change () {
  name=$1 file=$2
  shift 2
  rm -rf "${work:?}/$name"
  cp -r "$work/pigz" "$work/$name"
  sed -i "$@" "$work/$name/$file"
  cmp -s "$work/pigz/$file" "$work/$name/$file" && die "$name: the place to change is not there any more"
  rm -f "$work/$name/"*.o
  build "$name"
}

# check EXPECTED TITLE PROGRAM [OPTIONS] -- ARGUMENTS: a row of the table.
check () {
  expected=$1 title=$2 program=$work/$3/pigz
  shift 3
  cd "$work/in" || exit 1
  "$mazurka" check "$program" --trust=libz,libm --json --trace="$work/trace" "$@" >"$work/result" 2>"$work/said"
  row=$(python3 - "$work/result" "$expected" "$title" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
first = r["findings"][0] if r["findings"] else None
answer = first["kind"] if first else r["verdict"]
s = r["stats"]
print(f"| {sys.argv[3]} | {answer if answer == sys.argv[2] else '**' + answer + '**'} | {s['executions']:,} | {s['max_depth']} | {s['seconds']:.2f} |")
sys.exit(answer != sys.argv[2])
P
  ) || failed=$((failed + 1))
  echo "$row"
  [ "$expected" != ok ] || ! grep 'exit code' "$work/said" || die "$title: pigz itself failed"
  [ -z "$(ls "$work/in" | grep -vxE 'small|two|small.z')" ] || die "the check wrote files: $(ls "$work/in")"
}

[ -x "$mazurka" ] || die "build mazurka first"
[ -f /usr/include/zlib.h ] || die "pigz needs zlib: apt-get install zlib1g-dev"
[ -d "$work/pigz" ] || fetch
build pigz
mkdir -p "$work/in"
head -c 100 "$work/pigz/pigz.c" >"$work/in/small"
head -c 33000 "$work/pigz/pigz.c" >"$work/in/two"
gzip -nc "$work/in/small" >"$work/in/small.z"

# Version 2.4: the thread frees its capsule, and reads it when it ends.
change freed yarn.c -e '/^local void reenter/,/^}/{/^    my_free(capsule);$/d}' \
  -e 's/^    capsule->probe(capsule->payload);$/&\n    my_free(capsule);/'
# Version 2.4: two locks in either order.
change order pigz.c \
  -e '/^local struct space \*get_space/,/^}/{/possess(space->use);/d;s/^        space = pool->head;$/&\n        possess(space->use);/}' \
  -e '/^local void drop_space/,/^}/{/twist(space->use, BY, -1);/d;s/^}$/    twist(space->use, BY, -1);\n}/}'
# Ours.
change nowait pigz.c '/^local void write_thread/,/^}/{/possess(job->calc);/d;/wait_for(job->calc/d;/release(job->calc);/d}'
change signal yarn.c 's/pthread_cond_broadcast(&(bolt->cond))/pthread_cond_signal(\&(bolt->cond))/'
change once yarn.c 's/^#define until(a) while(!(a))/#define until(a) if (!(a))/'

echo "| pigz $(sed -n 's/^#define VERSION "pigz \(.*\)"$/\1/p' "$work/pigz/pigz.c") | answer | executions | steps | seconds |"
echo '|---|---|---:|---:|---:|'
check ok 'compress 100 bytes, `-p 2`' pigz -- -p 2 small
check ok 'compress 33,000 bytes, `-p 1`: no threads' pigz -- -p 1 -b 32 two
check ok 'decompress, `-d -p 2`' pigz -- -d -p 2 -c small.z
check ok 'test, `-t -p 2`' pigz -- -t -p 2 small.z
check ok 'list, `-l`' pigz -- -l small.z
check unknown 'two blocks, `-p 2 -b 32`, no preemption' pigz --preemptions=0 --time=20 -- -p 2 -b 32 two
check memory 'its own bug: use after free' freed -- -p 2 small
check ok 'its own "potential lock-order inversion"' order -- -p 2 small
check data-race 'not waiting for the check value' nowait -- -p 2 small
check deadlock '`signal` for `broadcast`, two blocks' signal -- -p 3 -b 32 two
check assertion '`if` for `while` around waits, two blocks, sampled' once --sample=1000 -- -p 3 -b 32 two
exit "$failed"
