"""Do all results in a folder fit docs/result.schema.json?

    /usr/bin/python3 test/results.py FOLDER

Of long lists (a trace has up to a million steps) the first hundred are looked at, and after
them one of each kind: those with the same names and types of values fit, or do not, together.
"""

import json
import sys
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


def main() -> int:
    schema = json.loads((Path(__file__).parents[1] / "docs" / "result.schema.json").read_text())
    validator = jsonschema.Draft7Validator(schema)
    passed = failed = 0
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        result = {}
        try:
            result = shortened(json.loads(path.read_text()))
            problem = jsonschema.exceptions.best_match(validator.iter_errors(result))
        except ValueError as error:
            problem = error
        passed += problem is None
        failed += problem is not None
        if problem is not None and failed <= 10:
            print(f"failed: {result.get('inputs', path.name)}: {list(getattr(problem, 'path', []))}: {str(getattr(problem, 'message', problem))[:300]}")
    print(f"{passed} results fit, {failed} do not")
    print(f"{int(passed > 0 and not failed)} passed, {int(not passed or failed > 0)} failed")     # one test, however many results
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
