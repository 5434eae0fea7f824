"""What others read: our JSON against its schema, SARIF, JUnit, pictures and annotations.

    /usr/bin/python3 test/page/formats.py --mazurka build/mazurka

Every example and kept model is checked, and each output is read by a parser that
is not ours. With --sarif-schema=FILE (OASIS publishes it) SARIF is validated
against it too; here the parts of the standard that we use are written out.
"""

from __future__ import annotations

import argparse
import hashlib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import yaml

ROOT = Path(__file__).resolve().parents[2]
TRICKY = """
/* </script> in a comment, "quotes" & a lock that is taken twice, refused, and given up to wait */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t twice, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int refused, ready;
static void *work (void *p)
{
  refused = pthread_mutex_trylock (&twice);
  pthread_mutex_lock (&other);
  ready = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&other);
  return p;
}
int main (void)
{
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&twice, &a);
  pthread_mutex_lock (&twice);
  pthread_mutex_lock (&twice);
  pthread_mutex_unlock (&twice);
  pthread_rwlock_rdlock (&shared);
  pthread_rwlock_rdlock (&shared);
  pthread_rwlock_unlock (&shared);
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&other);
  while (!ready)
    pthread_cond_wait (&changed, &other);
  pthread_mutex_unlock (&other);
  pthread_join (t, NULL);
  pthread_mutex_unlock (&twice);
  pthread_rwlock_unlock (&shared);
  assert (!refused);
}
"""

VALIDATOR = jsonschema.Draft7Validator(json.loads((ROOT / "docs/result.schema.json").read_text()))


def sarif_problems(sarif: dict, report: dict) -> list[str]:
    """What the standard asks of what we write, and what our findings ask of it."""
    problems = []

    def need(good: bool, what: str) -> None:
        if not good:
            problems.append("SARIF: " + what)

    need(sarif.get("version") == "2.1.0" and len(sarif.get("runs", [])) == 1, "version and run")
    run = sarif["runs"][0]
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    need(len(set(rules)) == len(rules), "rules are unique")
    need(len(run["results"]) == len(report["findings"]), "a result for each finding")
    need(isinstance(run["invocations"][0]["executionSuccessful"], bool), "executionSuccessful")
    for result, finding in zip(run["results"], report["findings"]):
        need(result["ruleId"] == finding["kind"] == rules[result["ruleIndex"]], "the rule is the kind")
        need(result["message"]["text"] == finding["message"], "the message")
        if finding["file"]:
            place = result["locations"][0]["physicalLocation"]
            need(place["artifactLocation"]["uri"] == finding["file"] and place.get("region", {}).get("startLine", 0) == finding["line"], "the place")
        flows = result.get("codeFlows", [{"threadFlows": []}])[0]["threadFlows"]
        order = {}
        for flow in flows:
            need(len(flow["locations"]) > 0, "a flow without locations")
            for location in flow["locations"]:
                order.setdefault(location["executionOrder"], set()).add(flow["id"])
        for i, step in enumerate(finding["steps"][:20000]):
            need(step["thread"] in order.get(i + 1, ()), f"step {i} is in the flow of its thread")
    return problems


def junit_problems(text: str, report: dict) -> list[str]:
    root = xml.etree.ElementTree.fromstring(text)
    suite = root.find("testsuite")
    cases = suite.findall("testcase")
    bad = sum(c.find("failure") is not None for c in cases)
    errors = sum(c.find("error") is not None for c in cases)
    verdicts = [p["verdict"] for p in report["properties"]]
    problems = []
    if [len(cases), bad, errors] != [int(suite.get(k)) for k in ("tests", "failures", "errors")]:
        problems.append("JUnit: the counts are not those of its test cases")
    if len(cases) != len(verdicts) or bad != verdicts.count("violation") or errors != verdicts.count("unknown"):
        problems.append(f"JUnit: {len(cases)} cases, {bad} failures, {errors} errors for {verdicts}")
    told = sum(len(c.findall(k)) for c in cases for k in ("failure", "error"))
    if told < len(report["findings"]) or (told > len(report["findings"]) and not errors):
        problems.append(f"JUnit: {told} failures and errors for {len(report['findings'])} findings")
    return problems


class Scripts(html.parser.HTMLParser):
    """The texts of a page's scripts, as a browser would divide it."""

    def __init__(self):
        super().__init__()
        self.texts, self.inside = [], False

    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        if self.inside:
            self.texts.append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.texts[-1] += data


def page_problems(page: str, report: dict) -> list[str]:
    reader = Scripts()
    reader.feed(page)
    if len(reader.texts) != 2:
        return [f"page: {len(reader.texts)} scripts, not the data and the script"]
    try:
        data = json.loads(reader.texts[0])
    except json.JSONDecodeError as e:
        return [f"page: its data are not JSON: {e}"]
    problems = [] if data["report"]["findings"] == report["findings"] else ["page: its findings are not the report's"]
    if "http://" in re.sub(r"http://(www.w3.org|json-schema)", "", page) or "src=" in page or "<link" in page:
        problems.append("page: it needs the network")
    if len(data["drawings"]) != len(report["findings"]):
        problems.append("page: a drawing for each finding")
    for drawing, finding in zip(data["drawings"], report["findings"]):
        if len(drawing["labels"]) != len(finding["steps"]):
            problems.append("page: a label for each step")
        problems += span_problems(drawing, finding)
    return problems


def span_problems(drawing: dict, finding: dict) -> list[str]:
    """Who holds a lock took it where the bar begins and gives it back where it ends; a mutex has one holder at a time."""
    problems, steps = [], finding["steps"]
    exclusive = {s["object"] for s in steps if s["op"] == "lock"} - {s["object"] for s in steps if "rdlock" in s["op"]}
    held: dict[str, list] = {}
    for thread, first, last, name, _ in drawing["holds"]:
        if finding["threads"][thread]["name"] != steps[first]["thread"] or not re.search("lock|woken", steps[first]["op"]):
            problems.append(f"page: {name} is not taken at step {first}")
        if last < len(steps) and (steps[last]["thread"] != steps[first]["thread"] or not re.search("unlock|wait", steps[last]["op"])):
            problems.append(f"page: {name} is not given back at step {last}")
        held.setdefault(name, []).append((first, last))
        held.setdefault((name, thread), []).append((first, last))
    for name in {h for h in held if h in exclusive or isinstance(h, tuple)}:
        spans = sorted(held[name])
        problems += [f"page: {name} is held twice at step {b[0]}" for a, b in zip(spans, spans[1:]) if a[1] > b[0]]
    for thread, first, last, *_ in drawing["waits"]:
        name = finding["threads"][thread]["name"]
        between = [i for i in range(first + 1, min(last, len(steps))) if steps[i]["thread"] == name]
        if first > last or between:
            problems.append(f"page: {name} acts at {between} while it waits from {first} to {last}")
    return problems


def witness_problems(text: str, report: dict, folder: Path, is_c: bool) -> list[str]:
    """Is it a violation witness, format 2.0, of the first finding that has a property there?"""
    entries = yaml.safe_load(text)
    wanted = [f for f in report["findings"] if f["kind"] in ("assertion", "data-race", "memory") and f["file"]]
    if not is_c or report["verdict"] != "violation" or not wanted:
        return [] if entries == [] else ["a witness without a violation"]
    if len(entries) != 1 or entries[0]["entry_type"] != "violation_sequence" or set(entries[0]) != {"entry_type", "metadata", "content"}:
        return [f"witness: {text[:200]}"]
    metadata, task = entries[0]["metadata"], entries[0]["metadata"]["task"]
    problems = [f"witness: no {k}" for k in ("format_version", "uuid", "creation_time", "producer") if k not in metadata]
    for name, digest in task["input_file_hashes"].items():
        if hashlib.sha256(Path(folder, name).read_bytes()).hexdigest() != digest:
            problems.append(f"witness: hash of {name}")
    waypoints = [s["segment"][0]["waypoint"] for s in entries[0]["content"] if len(s["segment"]) == 1]
    kinds = [w["type"] for w in waypoints]
    if len(waypoints) != len(entries[0]["content"]) or kinds.count("target") != 1 or kinds[-1] != "target":
        problems.append(f"witness: segments {kinds}")
    for w in waypoints:
        if w["action"] != "follow" or ("constraint" in w) != (w["type"] == "function_return") or w["type"] not in ("target", "function_enter", "function_return"):
            problems.append(f"witness: {w}")
        line = Path(folder, w["location"]["file_name"]).read_text(errors="replace").splitlines()[w["location"]["line"] - 1]
        if w["type"] != "target" and "(" not in line:
            problems.append(f"witness: no call in {line!r}")
    return problems


def plantuml_problems(text: str, report: dict) -> list[str]:
    """Arrows lead from one participant to another, a message's from who sends it."""
    lines = text.splitlines()
    names = dict(re.findall(r'^participant "(.*)" as (t\d+)$', text, re.M))
    ends = {e for a, b in re.findall(r"^(t\d+) --?> (t\d+) : ", text, re.M) for e in (a, b)}
    problems = [] if lines[0] == "@startuml" and lines[-1] == "@enduml" and ends <= set(names.values()) else [f"PlantUML: {text[:200]}"]
    senders = {names[s["thread"]] for f in report["findings"][:1] for s in f["steps"] if re.search("!|->", s.get("message") or "") and s["thread"] in names}
    arrows = re.findall(r"^(t\d+) -> t\d+ : ", text, re.M)
    told = {(names[s["thread"]], names[to.replace("(", " (")]) for f in report["findings"][:1] for s in f["steps"]
            for to in re.findall(r"->(\w+\(\d+\))", s.get("message") or "")}
    problems += [f"PlantUML: no arrow {a} {b}" for a, b in told if not re.search(f"^{a} -> {b} : ", text, re.M)]
    return problems + [f"PlantUML: {a} sends" for a in arrows if a not in senders]


def github_problems(text: str, report: dict) -> list[str]:
    """Annotations, read as GitHub reads them: properties are separated by commas, and a few characters are escaped."""
    read: list[tuple] = []
    for kind, properties, message in re.findall(r"^::(error|warning) (.*?)::(.*)$", text, re.M):
        values = {key: urllib.parse.unquote(value) for key, _, value in (p.partition("=") for p in properties.split(","))}
        read.append((kind, values.get("file"), values.get("line"), urllib.parse.unquote(message)))
    kind = "error" if report["verdict"] == "violation" else "warning"
    wanted = [(kind, f["file"], str(f["line"]) if f["line"] else None, f["message"]) for f in report["findings"]]
    return [f"GitHub: no {w} in {read}"[:500] for w in wanted if w not in read]


def check(mazurka: Path, source: Path, flags: list[str], sarif_schema) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        command = [mazurka, "check", source, *flags, "--json=" + str(at / "r.json"), "--html=" + str(at / "r.html"), "--svg=" + str(at / "r.svg"),
                   "--sarif=" + str(at / "r.sarif"), "--junit=" + str(at / "r.xml"), "--witness=" + str(at / "r.yml"),
                   "--plantuml=" + str(at / "r.puml"), "--github", "--quiet", "--time=20"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", env=os.environ | {"MALLOC_PERTURB_": "165"})
        if run.returncode not in (0, 1, 3):
            return [f"exit code {run.returncode}: {run.stderr[:300]}"]
        report = json.loads((at / "r.json").read_text())
        problems = ["JSON: " + "/".join(map(str, e.path)) + ": " + e.message[:200] for e in VALIDATOR.iter_errors(report)]
        if {0: "ok", 1: "violation", 3: "unknown"}[run.returncode] != report["verdict"]:
            problems.append("the exit code is not the verdict's")
        if "Z" * 16 in run.stdout:          # what MALLOC_PERTURB_ writes over freed memory
            problems.append("text that was freed is printed")
        problems += [f"no such file: {f['file']!r}" for f in report["findings"] if f["file"] and not Path(folder, f["file"]).exists()]
        sarif = json.loads((at / "r.sarif").read_text())
        if sarif_schema:
            problems += ["SARIF schema: " + e.message[:200] for e in sarif_schema.iter_errors(sarif)]
        problems += sarif_problems(sarif, report) + junit_problems((at / "r.xml").read_text(), report) + page_problems((at / "r.html").read_text(), report)
        problems += witness_problems((at / "r.yml").read_text(), report, at, source.suffix == ".c" and "mazurka/protocol.h" not in source.read_text())
        problems += plantuml_problems((at / "r.puml").read_text(), report)
        xml.etree.ElementTree.fromstring((at / "r.svg").read_text())
        return problems + github_problems(run.stdout, report)


# A program in the manner of SV-COMP, and the waypoints to its violation.
TASK = """
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int (void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void reach_error (void) { assert (0); }
static void *work (void *a)
{
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
  return a;
}
int main (void)
{
  pthread_t t;
  int n = __VERIFIER_nondet_int ();
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&m);
  if (x == 1 && n == 1)
    reach_error ();
  pthread_mutex_unlock (&m);
  return pthread_join (t, 0);
}
"""
WAYPOINTS = [("function_return", 18), ("function_enter", 19), ("function_enter", 10), ("function_enter", 12), ("function_enter", 20), ("target", 22)]


def task_witness(mazurka: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "task.c").write_text(TASK)
        subprocess.run([mazurka, "check", "task.c", "--witness=task.yml", "--quiet"], cwd=folder, capture_output=True)
        entry = yaml.safe_load(Path(folder, "task.yml").read_text())[0]
        found = [s["segment"][0]["waypoint"] for s in entry["content"]]
        if [(w["type"], w["location"]["line"]) for w in found] != WAYPOINTS or found[0]["constraint"]["value"] != "\\result == 1":
            return [f"witness: {found}"]
        return [] if "reach_error" in entry["metadata"]["task"]["specification"] else ["witness: specification"]


# Input that cannot be checked: the words of the command, and where the first error is.
BAD = [(["gone.pml"], (None, None)), (["--oops", "m.pml"], (None, None)), (["syntax.pml"], ("syntax.pml", 2)), (["m.c", "n.c"], ("n.c", 1)),
       (["syntax.c"], ("syntax.c", 3)), (["--por=ample", "m.c"], (None, None)), (["m.pml", "-lm"], (None, None)), (["m.c", "--nondet=x"], (None, None)),
       (["link.c"], ("link.c", 1)), (["--time=soon", "m.c"], (None, None)), ([], (None, None)), (["protocol.c"], ("protocol.c", None))]
BAD_FILES = {"syntax.pml": "active proctype P () {\n  x = ;\n}\n", "m.pml": "init { skip }\n", "m.c": "int main (void) { return 0; }\n",
             "n.c": "int main (void) { return 1; }\n", "syntax.c": "int main (void)\n{\n  retun 0;\n}\n",
             "link.c": "void f (void); int main (void) { f (); return 0; }\n", "protocol.c": "#include <mazurka/protocol.h>\nint x;\n"}


def bad_input(mazurka: Path, words: list[str], place: tuple) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in BAD_FILES.items():
            Path(folder, name).write_text(text)
        problems = []
        for to_file in False, True:
            where = ["--json=r.json"] if to_file else ["--json"]
            run = subprocess.run([mazurka, "check", *words, *where], cwd=folder, capture_output=True, text=True)
            report = json.loads(Path(folder, "r.json").read_text() if to_file else run.stdout)
            problems += ["JSON: " + e.message[:200] for e in VALIDATOR.iter_errors(report)]
            errors = report.get("errors", [{}])
            if run.returncode != 2 or "verdict" in report or "error: " not in run.stderr or (to_file and run.stdout):
                problems.append(f"exit code {run.returncode}, {report}, {run.stderr[:200]}")
            if place[0] != (errors[0].get("file") or "").rpartition("/")[2] and place[0] != errors[0].get("file") or (place[1] and place[1] != errors[0].get("line")):
                problems.append(f"expected an error at {place}: {errors}")
            if errors[0].get("message", "?") not in run.stderr:
                problems.append(f"not said: {errors}")
        return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mazurka", default="build/mazurka")
    parser.add_argument("--sarif-schema")
    options = parser.parse_args()
    mazurka = Path(ROOT, options.mazurka).resolve()
    schema = jsonschema.Draft7Validator(json.loads(Path(options.sarif_schema).read_text())) if options.sarif_schema else None
    sources = sorted((ROOT / "examples").glob("*.pml")) + sorted((ROOT / "examples/c").glob("*.c")) + sorted((ROOT / "examples/protocols").glob("*.c"))
    sources += sorted((ROOT / "test/corpus").rglob("*.pml")) + sorted((ROOT / "test/native/programs").rglob("*.c"))[::7]
    cases = [(s, []) for s in sources] + [(s, ["--all", "--max-states=3000"]) for s in (ROOT / "examples").glob("*.pml")]
    cases += [(s, ["--all", "--executions=40"]) for s in (ROOT / "examples/c").glob("*.c")]
    passed = failed = 0
    folder = tempfile.TemporaryDirectory()
    tricky = Path(folder.name, "tricky.c")
    tricky.write_text(TRICKY)
    cases += [(tricky, []), (tricky, ["--all"])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (source, flags), problems in zip(cases, pool.map(lambda c: check(mazurka, *c, schema), cases)):
            passed += not problems
            failed += bool(problems)
            for p in problems[:4]:
                print(f"failed: {source.name} {' '.join(flags)}: {p}")
            if problems and "STOP_AT_FAILURE" in os.environ:
                pool.shutdown(cancel_futures=True)
                return True
    problems = task_witness(mazurka)
    passed += not problems
    failed += bool(problems)
    print("".join(f"failed: task.c: {p}\n" for p in problems), end="")
    for words, place in BAD:
        problems = bad_input(mazurka, words, place)
        passed += not problems
        failed += bool(problems)
        for p in problems[:4]:
            print(f"failed: check {' '.join(words)}: {p}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
