"""What a generated statement may name: cells, channels, labels, processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tree import Expr

UNSIGNED = ("bit", "bool", "byte", "pid", "unsigned")
MTYPES = {"mtype": ["Red", "Green", "Blue"], "mtype:fruit": ["Apple", "Pear"]}


@dataclass
class Slot:
    """A cell, or an array of cells: `form` has one `$` for each index."""

    form: str
    type: str
    dims: list[int] = field(default_factory=list)

    def is_mtype(self) -> bool:
        return self.type in MTYPES

    def exact(self) -> bool:
        """SPIN keeps bits that stand in arrays in whole bytes and does not
        truncate what is stored in them, so they only get the values 0 and 1."""
        return not (self.dims and self.type in ("bit", "bool"))


@dataclass
class Chan:
    """A channel: what its messages look like and how to write its name."""

    form: str
    capacity: int
    fields: list[str]
    dims: list[int] = field(default_factory=list)
    receiver: str | None = None  # the one proctype that may receive (xr)
    sender: str | None = None    # the one proctype that may send (xs)
    carries: "Chan | None" = None  # for a field of type chan: what the sent channels look like


@dataclass
class Scope:
    """Names visible at a place of the model. Scopes nest: `inner` copies."""

    slots: list[Slot] = field(default_factory=list)
    chans: list[Chan] = field(default_factory=list)
    read_only: list[Slot] = field(default_factory=list)
    proc: str = ""

    def inner(self) -> "Scope":
        return Scope(list(self.slots), list(self.chans), list(self.read_only), self.proc)

    def writable(self, *types: str) -> list[Slot]:
        return [s for s in self.slots if not types or s.type in types]

    def readable(self, *types: str) -> list[Slot]:
        return [s for s in self.slots + self.read_only if not types or s.type in types]


def numeric(slot: Slot) -> bool:
    return not slot.is_mtype() and slot.type != "chan"


def const(value: int | str) -> Expr:
    return Expr(str(value))


def pick_weighted(rng: Random, table: dict[str, float]) -> str:
    return rng.choices(list(table), weights=list(table.values()))[0]
