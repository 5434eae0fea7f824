"""Small models of every construct in every context, for language.py.

A model is a name and a text; the name says where it comes from. `flow` crosses
contexts (atomic, d_step, unless, loops, jumps) with what may stand in them,
`parts` are single features, `temporal` are models of one property each.
"""

from __future__ import annotations

from collections.abc import Iterator

# What P may do at A and B, and what lets it escape at E. Q plays the other side.
BASIC = {"set": "x = 2", "test": "x == 1", "rsend": "c!1", "rrecv": "c?x", "send": "q!3", "recv": "q?x",
         "match": "q?1", "any": "q??2", "else": "if :: x == 1 -> x = 4 :: else -> x = 5 fi",
         "timeout": "timeout", "copy": "q?<x>", "sorted": "q!!1"}
ESCAPES = {"test": "x == 1", "rrecv": "c?x", "recv": "q?x", "rsend": "c!3", "else": "else", "any": "q??2"}
QUIET = {"set", "test", "send", "recv", "match", "any", "else", "sorted"}     # may stand in a d_step; pan does not compile q?<x> there

CONTEXTS = {
    "plain": "A; B; x = 9",
    "atomic": "atomic { A; B; z = 1 }; z = 2",
    "atomic-last": "z = 1; atomic { z = 2; A }; B",
    "atomic-twice": "atomic { A; atomic { B; z = 1 }; z = 2 }",
    "d_step": "d_step { A; z = 1; z = 2 }; B",
    "d_step-in-atomic": "atomic { B; d_step { A; z = 1 }; z = 2 }; z = 3",
    "d_step-choice": "d_step { if :: A; z = 1 :: x == 1; z = 2 :: else fi; z = 3 }; B",
    "unless": "{ A; B; z = 1 } unless { E; z = 2 }; z = 3",
    "unless-nested": "{ { A; B } unless { E; z = 1; z = 2 } } unless { y == 2; z = 3 }; z = 4",
    "unless-outer": "{ { A; B } unless { y == 2; z = 3 } } unless { E; z = 1; z = 2 }; z = 4",
    "unless-in-atomic": "atomic { { A; B } unless { E; z = 1 }; z = 2 }; z = 3",
    "atomic-in-unless": "{ z = 1; atomic { A; z = 2; B }; z = 3 } unless { E; z = 4 }",
    "d_step-in-unless": "{ z = 1; d_step { A; z = 2 }; B } unless { E; z = 4 }",
    "loop-in-unless": "do :: { do :: A :: break od } unless { E; z = 1 }; break od; B",
    "escape-in-atomic": "{ A; B } unless { atomic { E; z = 1; z = 2 }; z = 3 }",
    "if": "if :: A; z = 1 :: B; z = 2 fi; z = 3",
    "if-else": "if :: else -> z = 1 :: x == 1 -> A :: y == 1 -> B fi; z = 3",
    "do": "do :: A; z = 1 :: B; break od; z = 3",
    "do-nested": "do :: A; do :: z = 1; break :: B; goto L od; z = 2 :: z == 2 -> break od; L: z = 3",
    "goto-in": "if :: A; goto L :: B fi; atomic { z = 1; L: z = 2; x = 3 }; z = 3",
    "goto-out": "atomic { A; if :: goto L :: B; goto M fi; z = 1 }; z = 2; L: z = 3; M: z = 4",
    "goto-across": "atomic { A; goto L }; z = 1; atomic { z = 2; L: z = 3; B }; z = 4",
    "goto-first": "z = 1; atomic { goto L }; A; atomic { z = 3; L: z = 4; B; goto M }; z = 5; M: atomic { if :: goto N :: z = 6 fi; N: z = 7 }",
    "goto-back": "L: if :: A; goto L :: B fi; end: x = 0",
    "for": "byte i; for (i : 1 .. 2) { A }; B",
    "blocks": "{ byte i = 1; A; L: z = i; if :: z == 1 -> i = 2; goto L :: else fi }; { byte i; z = i }; B",
    "late": "A; byte i = 3; B; z = i",
}


def flow() -> Iterator[tuple[str, str]]:
    names = list(BASIC)
    for c, (context, form) in enumerate(CONTEXTS.items()):
        for i, a in enumerate(names):
            if ("d_step {" in form and "A" in form.split("d_step {")[1]) and a not in QUIET:
                continue
            for e in (list(ESCAPES)[(c + i) % 6::3] if "E" in form else [""]):
                b = names[(i + 3 * c + len(e)) % len(names)]
                if b == "else" and a == "else":
                    b = "set"
                body = form.replace("A", BASIC[a], 1).replace("B", BASIC[b], 1).replace("E", ESCAPES.get(e, ""), 1)
                yield f"{context}/{a}/{b}/{e}", (
                    "byte x, y, z;\nchan c = [0] of { byte };\nchan q = [2] of { byte };\n"
                    f"active proctype P() {{ {body} }}\n"
                    "active proctype Q() { q!2; y = 1; if :: c?_ :: c!1 :: x = 1 fi; y = 2; q!1 }\n")


PARTS = {
    "end-prefix": "chan c = [0] of { byte }; active proctype P() { endless: do :: c?_ od } active proctype Q() { end_x: c?_ }",
    "end-inside": "chan c = [0] of { byte }; active proctype P() { xend: c?_ }",
    "end-goto": "byte x; active proctype P() { x = 1; if :: x == 2 -> end0: goto L :: x == 1 -> x = 3 fi; L: end1: x == 4 }",
    "label-scopes": "byte x; active proctype P() { { x = 1; L: x++; if :: x < 3 -> goto L :: else fi }; { x = 0; L: x++; if :: x < 2 -> goto L :: else fi } }",
    "label-inner": "byte x; active proctype P() { { x++; L: x++; if :: x < 5 -> goto L :: else fi }; assert (x == 5); L: x = 9 }",
    "label-around": "byte x; active proctype P() { { x++; L: x++; { x++; if :: x < 5 -> goto L :: else fi } }; assert (x == 5); L: x = 9 }",
    "label-outer": "byte x; active proctype P() { L: x++; { if :: x == 1 -> goto L :: x == 2 -> goto M :: else -> goto N fi; M: x = 5; goto L }; N: assert (x != 6) }",
    "array-initial": "byte a[3] = 7; byte i; active proctype P() { for (i in a) { assert (a[i] == 7) } }",
    "array-list": "byte a[4] = { 1, 2 }; active proctype P() { short b[3] = { 1, 3 }; assert (a[1] == 2 && a[3] == 2 && b[0] == 1 && b[2] == 3) }",
    "channel-array": "chan c[3] = [1] of { byte }; active proctype P() { byte x; c[0]!1; c[2]!3; c[1]!2; c[2]?x; assert (x == 3); c[0]?x; assert (x == 1); c[1]?x; assert (x == 2) }",
    "channel-order": "chan late = [1] of { byte }; byte b = 1; chan c = [1] of { byte }; typedef T { chan d = [1] of { byte } }; T t; active proctype P() { chan e = [1] of { byte }; assert (late == 1 && c == 2 && t.d == 3 && e == 4) }",
    "initial-order": "byte b = 2; int i = b + 1; unsigned u : 4 = b + 3; byte s = u + i; active proctype P() { assert (u == 3 && b == 2 && s == 3 && i == 3) }",
    "late-initial": "byte x; active proctype P() { x = 1; byte y = 3; do :: y < 5 -> y++ :: else -> break od; x = 4 } active proctype Q() { (P:y == 3); assert (x == 1) }",
    "nested-fields": "typedef A { byte p; short q[2] }; typedef B { A a; byte r; A b[2] }; B s, t[2]; active proctype P() { s.a.p = 1; s.a.q[0] = 2; s.a.q[1] = 3; s.r = 4; s.b[0].p = 5; s.b[1].q[0] = 6; t[1].b[0].q[1] = 7; t[1].r = 8; t[0].b[1].q[1] = 9; assert (s.a.p == 1 && s.a.q[0] == 2 && s.a.q[1] == 3 && s.r == 4 && s.b[0].p == 5 && s.b[1].q[0] == 6 && t[1].b[0].q[1] == 7 && t[1].r == 8 && t[0].b[1].q[1] == 9 && t[0].r == 0 && t[1].b[1].q[1] == 0) }",
    "struct-message": "typedef T { byte a; short b[2]; bit c }; chan q = [2] of { T, byte }; T s, t; byte n; active proctype P() { s.a = 1; s.b[0] = -2; s.b[1] = 3; s.c = 1; q!s,9; s.a = 7; q!s,8; q?t,n; assert (t.a == 1 && t.b[0] == -2 && t.b[1] == 3 && t.c == 1 && n == 9); q?t,n; assert (t.a == 7 && n == 8) }",
    "signs": "short s = -1; int i = -1; byte b; unsigned u : 3 = 7; chan q = [1] of { short, byte }; active proctype P() { short r; byte t; assert (s < 0 && i < 0); s = 32768; assert (s == -32768); b = -1; assert (b == 255); u++; assert (u == 0); q!-2,-2; q?r,t; assert (r == -2 && t == 254) }",
    "bits": "bit a[2]; bit b; bool c; chan q = [2] of { bit }; chan r = [1] of { bit, bit }; active proctype P() { byte x, y; b = 2; c = 3; a[1] = 2; q!2; q?x; r!2,3; r?y,_; assert (b == 0 && c == 1); assert (a[1] == 2); assert (x == 2); assert (y == 0) }",
    "run-arguments": "byte x; proctype R(byte a; short b; chan c; bit d) { assert (a == 1 && b == -2 && d == 1); c!a } init { chan q = [1] of { byte }; run R(257, -2, q, 3); q?x; assert (x == 1) }",
    "run-struct": "typedef T { byte a; short b }; proctype R(byte p; T t; byte s) { assert (p == 1 && t.a == 2 && t.b == -3 && s == 4) } init { T t; t.a = 2; t.b = -3; run R(1, t, 4) }",
    "run-value": "byte a, b; proctype R() { skip } init { a = run R(); b = run R(); assert (a == 1 && b == 2); (_nr_pr == 1); assert (_pid == 0) }",
    "active-many": "byte n; active [3] proctype P() { n++; assert (_pid < 3) } active proctype Q() { assert (_pid == 3); (n == 3) }",
    "mtype-lists": "mtype = { a, b, c }; mtype = { d }; mtype:other = { e, f }; mtype m = b; mtype:other o = f; active proctype P() { assert (a == 3 && b == 2 && c == 1 && d == 4 && e == 2 && f == 1 && m == 2 && o == 1) }",
    "mtype-receive": "mtype = { ack, nak }; chan q = [2] of { mtype, byte }; byte n; active proctype P() { q!nak(1); q!ack(2) } active proctype Q() { if :: q?ack(n) -> assert (n == 2) :: q?nak(n) -> assert (n == 1) fi; q?ack,n }",
    "eval-receive": "chan q = [3] of { byte }; byte x = 2, y; active proctype P() { q!1; q!2; q!3 } active proctype Q() { q??eval(x); q?eval(x - 1); q?y; assert (y == 3) }",
    "copy": "chan q = [2] of { byte }; byte x, y; active proctype P() { q!5; q!6; q?<x>; assert (x == 5 && len (q) == 2); q??<6>; assert (len (q) == 2); q?y; assert (y == 5) }",
    "polls": "chan q = [3] of { byte, byte }; byte x; active proctype P() { q!1,2; q!3,4; assert (q?[1,2] && !q?[3,4] && q??[3,_] && !q??[3,5] && !q??[2,2] && q?[_,2]) }",
    "sorted": "chan q = [4] of { byte, byte }; byte x, y; active proctype P() { q!!3,1; q!!1,9; q!!2,2; q!!1,4; q?x,y; assert (x == 1 && y == 4); q?x,y; assert (x == 1 && y == 9); q?x,y; assert (x == 2); q?x,y; assert (x == 3) }",
    "timeout": "byte x; active proctype P() { timeout -> x = 1 } active proctype Q() { x == 1 -> x = 2 } active proctype R() { do :: timeout -> break od; assert (x == 1) }",
    "last": "byte n, seen; active proctype P() { n++; n++ } active proctype Q() { seen = _last; n++; if :: _last == 0 -> n = 9 :: else fi }",
    "provided": "byte turn, n; active [2] proctype P() provided (turn == _pid) { n++; turn = 1 - turn; n++ } active proctype Q() provided (n > 1) { n = 7 }",
    "enabled": "byte x; active proctype P() { x == 2; x = 3 } active proctype Q() { x = 1; if :: enabled (0) -> x = 5 :: !enabled (0) -> x = 2 fi }",
    "remote": "byte t; active proctype P() { byte x = 1; L: x = 2; if :: x == 2 -> M: goto N fi; x = 7; N: x = 3; { byte x2 = 5; K: x2 = 6 } } active proctype Q() { if :: P@L -> assert (P:x == 1) :: P[0]@M -> t = 1; assert (P[0]:x >= 2) :: P@N; assert (P:x >= 2) :: P@K -> assert (P:x == 3) fi }",
    "remote-shadow": "byte t; active proctype P() { { byte x = 4; t = x }; byte x; x = 9; t = x } active proctype Q() { (t == 4); assert (P:x == 0 || P:x == 9); (t == 9); assert (P:x == 9) }",
    "trace": "chan q = [1] of { byte, byte }; byte n; trace { do :: q!1,_; q?1,_ od } active proctype P() { q!1,n; q?1,n; q!1,2; q?_,n }",
    "trace-wrong": "chan q = [2] of { byte }; trace { do :: q!1; q?1 od } active proctype P() { q!1; q!1; q?1 }",
    "trace-value": "chan q = [2] of { byte }; trace { q!1; q!2 } active proctype P() { q!1; q!1 }",
    "trace-other": "chan q = [2] of { byte }; chan r = [1] of { byte }; trace { q!1; q!2 } active proctype P() { r!1; q!1; q?_; q!2 }",
    "notrace": "chan q = [2] of { byte }; notrace { q!1; q!2 } active proctype P() { q!1; q!1 }",
    "notrace-wrong": "chan q = [2] of { byte }; notrace { q!1; q!2 } active proctype P() { q!1; q!2 }",
    "select": "byte x, i_; active proctype P() { select (x : 1 .. 3); select (i_ : 2 .. 4); assert (x != 4 && i_ != 5) } ",
    "select-many": "byte x; active proctype P() { select (x : 0 .. 40); assert (x < 41) }",
    "select-three": "byte x; active proctype P() { select (x : 1 .. 3); assert (x != 3) }",
    "for-sum": "byte i, n; active proctype P() { for (i : 2 .. 4) { n = n + i; if :: n == 5 -> skip :: else fi }; assert (n == 9 && i == 5) }",
    "for-break": "byte i, j, n; active proctype P() { for (i : 1 .. 3) { for (j : 1 .. 3) { if :: j == 2 -> break :: else fi; n++ } }; assert (n == 3) }",
    "for-channel": "typedef T { byte a }; chan q = [3] of { T }; T t; byte n; active proctype P() { t.a = 1; q!t; t.a = 2; q!t; for (t in q) { n = n + t.a }; assert (n == 3 && len (q) == 2) }",
    "inline-arguments": "byte x, y; inline f(a, b) { a = b; b = a + 1 } inline g(b, a) { f(a, b); x++ } active proctype P() { f(x, y); g(y, x); assert (x == 1 && y == 1) }",
    "inline-scope": "byte x; inline f(n) { byte t; t = n; x = x + t; if :: x < 4 -> goto L :: else fi; L: skip } active proctype P() { f(1); f(2); f(x); assert (x == 6) }",
    "inline-return": "byte x; inline f(a) { return a + 1 } active proctype P() { x = f(3); assert (x == 4) }",
    "lines": "byte x = 1, y\nactive proctype P() {\n x = 2\n y = x\n if\n :: x == 2 -> y = 3\n :: else y = 4\n fi\n x = (y +\n 1)\n do\n :: x > 0 -> x--\n :: else break\n od\n { x = 5 }\n y = 0\n assert (x == 5)\n}\ninit { atomic { skip }\n y = 7 }",
    "negative-line": "int x, y\nactive proctype P() {\n y = 3\n x = y\n -1\n x = 4\n skip\n -2 < 0\n assert (x == 4)\n}",
    "else-beside": "byte x; chan c = [0] of { byte }; chan q = [1] of { byte }; active proctype P() { do :: c?_ -> x = 1 :: q?_ -> x = 2 :: else -> x = 3; break od } active proctype Q() { if :: c!1 :: q!1 :: else -> x = 4 fi }",
    "false-options": "byte x; active proctype P() { if :: false -> x = 1 :: x == 1 -> x = 2 :: else -> x = 3 fi; do :: 0 :: x == 3 -> break od }",
    "hidden": "hidden byte h; byte x; active proctype P() { do :: x < 2 -> h++; x++ :: h = 3; break od }",
    "priority": "byte x; active proctype P() priority 2 { x = 1; x = 2 } active proctype Q() { assert (x == 2); set_priority (_pid, 5); x = 3 }",
    "atomic-passes": "byte x; active [2] proctype P() { atomic { do :: x < 2 -> x++ :: else -> break od }; x = 5 }",
    "atomic-last-join": "byte x; active [2] proctype P() { atomic { if :: x == 0 -> x = 1 :: else -> x = 2 fi }; x = 3 }",
    "d_step-goto": "byte x; active proctype P() { d_step { x = 1; if :: x == 1 -> goto L :: else fi; x = 2; L: x++ }; x = 4 } active proctype Q() { assert (x != 1) }",
    "d_step-late-structure": "typedef S { byte a; int b } byte x; active proctype P() { d_step { x = 1; S s; x = 2; s.b = 3 }; assert (x != 2) }",
    "d_step-late-structure-first": "typedef S { byte a } byte x; active proctype P() { x = 1; d_step { S s; x = 2; x = 3 }; assert (x == 2) }",
    "select-widest": "int x; active proctype P() { select (x : 2147483640 .. 2147483647); assert (x < 2147483647) }",
    "macros": "#define N 3\n#define SET(a, b) a = b + N\nbyte x; active proctype P() { SET(x, 2); assert (x == N + 2) }",
    "ltl-words": "ltl p { always (x < 5) } byte x, U, X, always; active proctype P() { U = 1; X = 2; always = U + X; assert (always == 3) }",
}

# Models of one property; what they must be is SPIN's verdict with pan -a (or, for
# progress, pan -l in a verifier made for non-progress cycles).
P = "byte x; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od } "
ONCE = "byte x, y; active proctype P() { x = 1; y = 1; x = 2; y = 2 } "
TEMPORAL = {
    "always": P + "ltl p { [] (x <= 3) }", "always-wrong": P + "ltl p { [] (x < 3) }",
    "response": P + "ltl p { [] ((x == 1) -> <> (x == 3)) }",
    "until": ONCE + "ltl p { (x == 0) U (x == 1) }", "until-wrong": ONCE + "ltl p { (x == 1) U (x == 2) }",
    "until-never": ONCE + "ltl p { (x <= 2) U (x == 7) }", "weak-until": ONCE + "ltl p { (x <= 2) W (x == 7) }",
    "weak-until-wrong": ONCE + "ltl p { (x == 0) W (x == 2) }",
    "release": ONCE + "ltl p { (x == 7) V (x <= 2) }", "release-wrong": ONCE + "ltl p { (y == 1) V (x == 0) }",
    "not": ONCE + "ltl p { ! (<> (x == 3)) }", "not-wrong": ONCE + "ltl p { ! (<> (x == 2)) }",
    "not-not": ONCE + "ltl p { ! ([] ! (x == 2)) }",
    "and-until": ONCE + "ltl p { x == 0 && y == 0 U x == 1 }", "or-and": ONCE + "ltl p { x == 9 && y == 9 || [] (x <= 2) }",
    "implies": ONCE + "ltl p { x == 9 -> <> (x == 8) }", "implies-wrong": ONCE + "ltl p { x == 0 -> <> (x == 8) }",
    "equivalent": ONCE + "ltl p { <> (x == 2) <-> <> (y == 2) }",
    "words": ONCE + "ltl p { always (eventually (x == 2) implies (x == 7 || eventually (y == 2))) }",
    "label": "byte x; active proctype P() { do :: x = 1 - x :: break od; L: skip } ltl p { <> P@L }",
    "label-right": "active proctype P() { skip; L: skip; skip } ltl p { <> P@L }",
    "remote": "active proctype P() { byte x; x = 1; x = 2 } ltl p { <> (P:x == 2) }",
    "remote-wrong": "active proctype P() { byte x; x = 1; x = 2 } ltl p { [] (P:x < 2) }",
    "never": P + "never { do :: x < 3 :: x == 3 -> break od }", "never-right": P + "never { do :: x < 3 :: x == 4 -> break od }",
    "never-skips": ONCE + "never { if :: skip; skip; skip; x == 1 fi; accept: do :: skip od }",
    "never-counts": ONCE + "never { if :: true; printf (\"\"); skip; skip; x == 1 fi }",
    "never-steps": ONCE + "never { if :: skip; skip; x == 1 fi }",
    "never-one": ONCE + "never { if :: skip; skip; skip; y == 1 fi }",
    "never-accept": P + "never { S: if :: true -> goto S :: x == 3 -> goto accept_a fi; accept_a: if :: x != 1 -> goto accept_a fi }",
    "never-accept-prefix": P + "never { do :: true :: x == 0 -> goto acceptance od; acceptance: do :: true od }",
    "accept": "byte x; active proctype P() { do :: x = 1 :: x = 2; accept0: x = 3 od }",
    "accept-right": "byte x; active proctype P() { do :: x = 1; break :: x = 2 -> xaccept: x = 3 od }",
}
PROGRESS = {
    "progress": "byte x; active proctype P() { do :: x = 1; progress: x = 2 od }",
    "progress-prefix": "byte x; active proctype P() { do :: x = 1; progress_x: x = 2 od }",
    "progress-wrong": "byte x; active proctype P() { do :: x = 1; progress0: x = 2 :: x = 3 od }",
    "progress-goto": "byte x; active proctype P() { L: x = 1; progress1: goto L }",
}
# What pan checks only while it reduces.
EXCLUSIVE = {
    "xr": "chan q = [1] of { byte }; active proctype P() { xr q; q?_ } active proctype Q() { q!1; q!2; q?_ }",
    "xs": "chan q = [1] of { byte }; active proctype P() { xs q; q!1 } active proctype Q() { q?_; q!2 }",
    "xr-right": "chan q = [1] of { byte }; active proctype P() { xr q; q?_; q?_ } active proctype Q() { xs q; q!1; q!2 }",
}
