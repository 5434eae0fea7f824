"""Programs, those in the named folders or all, whose first line says what a check must answer:

    /* mazurka: ok[, N executions] */
    /* mazurka: KIND ["part of the message"] */       a finding of this kind
    /* mazurka: unknown ["part of the reason"] */

and whose second line may give options: /* options: --all */. Programs below
hostile/ only have to be survived: the line says what may come out.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
EXPECTED = re.compile(r'/[/*] mazurka: ([a-z-]+(?:\|[a-z-]+)*)(?:, (\d+) executions?)?(?: "([^"]*)")?')
OPTIONS = re.compile(r'/[/*] options: (.*?)(?: \*/)?$', re.M)
EXTRA = os.environ.get('OPTIONS', '').split()
EXIT = {'ok': 0, 'unknown': 3}


def check(path, text):
    """None, or what is wrong."""
    expected = EXPECTED.match(text)
    if not expected:
        return 'the first line does not say what to expect'
    answers, executions, part = expected[1].split('|'), expected[2], expected[3]
    options = OPTIONS.search('\n'.join(text.splitlines()[:2]))
    command = [MAZURKA, 'check', '--json', '--trace=/dev/null', *EXTRA, *(options[1].split() if options else []), path]
    try:
        with tempfile.TemporaryDirectory() as work:
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL,
                                  errors='replace')
    except subprocess.TimeoutExpired:
        return 'not done after ten minutes'
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f'exit code {done.returncode}, no JSON: {done.stderr[-300:]}'
    findings = result['findings']
    answer = findings[0]['kind'] if findings and result['verdict'] == 'violation' else result['verdict']
    said = findings[0]['message'] if findings else result['reason']
    if answer not in answers:
        return f'expected {expected[1]}, got {answer}: {said}'
    if done.returncode != EXIT.get(answer, 1):
        return f'exit code {done.returncode} with {answer}'
    if part and part not in said:
        return f'expected "{part}" in: {said}'
    if part and findings and not findings[0]['line']:
        return f'no line is given for: {said}'
    if part and findings and pathlib.Path(findings[0]['file']).name != path.name:
        return f'told of another file: {findings[0]["file"]}'
    if executions and result['stats']['executions'] != int(executions):
        return f'expected {executions} executions, got {result["stats"]["executions"]}'
    return None


def main():
    passed = failed = 0
    for path in sorted(p for folder in sys.argv[1:] or ['.'] for p in (HERE / 'programs' / folder).rglob('*.c*')):
        wrong = check(path, path.read_text())
        passed += not wrong
        failed += bool(wrong)
        if wrong:
            print(f'{path.relative_to(ROOT)}: {wrong}')
        if wrong and os.environ.get('MAZURKA_MUTANT'):
            break                  # the mistake is noticed
    print(f'{passed} passed, {failed} failed')
    return failed != 0 or passed == 0


sys.exit(main())
