"""A protocol that is checked in many ways is compiled once: the same command on the same source gives the same file."""
import os
import shutil

# What is compiled is kept under a name made of the command, but for its output, and the source.
# A command that fails is executed again the next time, and complains again.
SCRIPT = """#!/bin/sh
before= out= source= words=
for word; do
  if [ "$before" = -o ]; then out=$word; else words="$words $word"; fi
  case $word in *.c) source=$word ;; esac
  before=$word
done
[ -n "$out" ] && [ -f "$source" ] || exec "{gcc}" "$@"
kept="{folder}/$({{ echo "$words"; cat "$source"; }} | md5sum | cut -d ' ' -f 1)"
[ -f "$kept" ] && exec cp "$kept" "$out"
"{gcc}" "$@" && cp "$out" "$kept"
"""


def build_once(folder):
    """From now on gcc is found in this folder, which is empty and in which what it makes is kept."""
    gcc = os.path.join(folder, "gcc")
    with open(gcc, "w") as f:
        f.write(SCRIPT.format(gcc=shutil.which("gcc"), folder=folder))
    os.chmod(gcc, 0o755)
    os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
