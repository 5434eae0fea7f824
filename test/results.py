"""Do all results in a folder fit docs/result.schema.json?

    /usr/bin/python3 test/results.py FOLDER
"""

import json
import sys
from pathlib import Path

import jsonschema


def main() -> int:
    schema = json.loads((Path(__file__).parents[1] / "docs" / "result.schema.json").read_text())
    validator = jsonschema.Draft7Validator(schema)
    passed = failed = 0
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        result = {}
        try:
            result = json.loads(path.read_text())
            problem = jsonschema.exceptions.best_match(validator.iter_errors(result))
        except ValueError as error:
            problem = error
        passed += problem is None
        failed += problem is not None
        if problem is not None and failed <= 10:
            print(f"failed: {result.get('inputs', path.name)}: {list(getattr(problem, 'path', []))}: {str(getattr(problem, 'message', problem))[:300]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
