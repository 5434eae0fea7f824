"""Sections of a page that a script measures and writes anew; the rest of the page stays."""

from __future__ import annotations

from pathlib import Path


def write_section(page: Path, name: str, text: str) -> None:
    """Replaces what stands between the section's markers, or adds them at the end."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    old = page.read_text() if page.exists() else "# Benchmarks\n"
    block = f"{begin}\n{text}\n{end}"
    if begin in old and end in old:
        new = old[:old.index(begin)] + block + old[old.index(end) + len(end):]
    else:
        new = old.rstrip("\n") + f"\n\n{block}\n"
    page.parent.mkdir(exist_ok=True)
    page.write_text(new)
