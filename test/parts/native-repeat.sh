#!/bin/sh
# Nothing that one execution of a C program did is seen by another: each is
# executed again after others, and must see the same.
OPTIONS=--repeat=100 exec sh "$(dirname "$0")/native-programs.sh"
