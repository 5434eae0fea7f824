"""Do all results in a folder fit docs/result.schema.json?

    /usr/bin/python3 test/results.py FOLDER

Of long lists (a trace has up to a million steps) the first hundred are looked at, and after
them one of each kind: those with the same names and types of values fit, or do not, together.
"""

import json
import os
import sys
from multiprocessing import Pool
from pathlib import Path

import jsonschema


FIRST = 100


def kind(value: object) -> object:
    """Names and types, to the bottom."""
    if isinstance(value, dict):
        return tuple((name, kind(inner)) for name, inner in sorted(value.items()))
    if isinstance(value, list):
        return (list, *sorted({repr(kind(inner)) for inner in value}))
    return type(value)


def shortened(value: object) -> object:
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    if not isinstance(value, list):
        return value
    rest = {kind(inner): inner for inner in value[FIRST:]}
    return [shortened(inner) for inner in [*value[:FIRST], *rest.values()]]


SCHEMA = jsonschema.Draft7Validator(json.loads((Path(__file__).parents[1] / "docs" / "result.schema.json").read_text()))


def problem_of(path: Path) -> str:
    """Why the result does not fit; nothing if it does."""
    result = {}
    try:
        result = shortened(json.loads(path.read_text()))
        problem = jsonschema.exceptions.best_match(SCHEMA.iter_errors(result))
    except ValueError as error:
        problem = error
    if problem is None:
        return ""
    return f"{result.get('inputs', path.name)}: {list(getattr(problem, 'path', []))}: {str(getattr(problem, 'message', problem))[:300]}"


def main() -> int:
    with Pool(len(os.sched_getaffinity(0))) as pool:
        problems = pool.map(problem_of, sorted(Path(sys.argv[1]).glob("*.json")), chunksize=50)
    wrong = [problem for problem in problems if problem]
    for problem in wrong[:10]:
        print(f"failed: {problem}")
    print(f"{len(problems) - len(wrong)} results fit, {len(wrong)} do not")
    is_fine = len(problems) > 0 and not wrong
    print(f"{int(is_fine)} passed, {int(not is_fine)} failed")     # one test, however many results
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
