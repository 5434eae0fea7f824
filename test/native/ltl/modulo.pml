int n; int other;
active proctype idle () { do :: other = 1 od }
active proctype count () { do :: n = (n + 1) % 3 od }
