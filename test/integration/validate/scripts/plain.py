# --- lambdas
import functools
double = lambda x, *, by=2: x * by
print(functools.reduce(lambda a, b: a + b, map(double, range(3))))
# --- dataclass
from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
print(Point(1, y=2), Point(x=3, tags=["a"]))
# --- dataclass with inheritance and keyword-only
import dataclasses
@dataclasses.dataclass
class Base:
    a: int
@dataclasses.dataclass
class Child(Base):
    b: int = dataclasses.field(default=1)
print(dataclasses.asdict(Child(1, b=2)), dataclasses.replace(Child(1), a=3))
# --- named tuple
from collections import namedtuple
from typing import NamedTuple
Pair = namedtuple("Pair", "a b", defaults=[2])
class Row(NamedTuple):
    name: str
    size: int = 1
print(Pair(1)._replace(b=3), Row("x", size=2)._asdict())
# --- enum
import enum
class Colour(enum.Enum):
    RED = enum.auto()
    BLUE = enum.auto()
print(Colour.RED.name, Colour["BLUE"], Colour(1), enum.Flag("F", "A B").A)
# --- inherited constructor
import collections
class Counter2(collections.Counter):
    pass
print(Counter2("hello", extra=2).most_common(1))
# --- module constants
import math, os, string, sys
print(math.pi, os.sep, string.ascii_letters, sys.maxsize, os.path.sep)
# --- re-exports
import os.path as p, xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
print(p.join("a", "b"), ET.fromstring("<a/>").tag, ThreadPoolExecutor(max_workers=1)._max_workers)
# --- decorators
import functools, contextlib
@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@contextlib.contextmanager
def open_it(name="x"):
    yield name
with open_it(name="y") as got:
    print(fib(20), got)
# --- wraps
import functools
def loud(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        kwargs.pop("old", None)
        return function(*args, **kwargs)
    return wrapper
@loud
def add(a, b=1):
    return a + b
print(add(1, old=3), add(1, b=2))
# --- C functions without signatures
import operator, itertools, struct, time
print(max([1, 2], key=lambda x: -x, default=0), operator.itemgetter(1)([1, 2]), list(itertools.islice(range(9), 1, 5, 2)))
print(struct.pack("<i", 1), isinstance(time.time(), float), dict(a=1, b=2), int("ff", base=16), sorted([2, 1], reverse=True))
# --- optional import
try:
    import surely_not_installed as extra
except ImportError:
    extra = None
print(extra is None)
# --- version branch
import sys
if sys.version_info[0] == 2:
    from itertools import izip as zip
    text = unicode("a")
else:
    text = "a"
print(list(zip(text, text)))
# --- hasattr branch
import time
clock = time.clock if hasattr(time, "clock") else time.perf_counter
print(clock() >= 0)
# --- attribute in try
import inspect
try:
    spec = inspect.getargspec(len)
except (AttributeError, TypeError, ValueError):
    spec = None
print(spec)
# --- suppress
import contextlib, os
with contextlib.suppress(AttributeError):
    os.no_such_thing()
print("done")
# --- main guard
import argparse
def main(argv=None):
    parser = argparse.ArgumentParser(description="x", add_help=True)
    parser.add_argument("--size", type=int, default=3, help="size")
    print(parser.parse_args(argv).size)
if __name__ == "__main__":
    main([])
# --- star import
from math import *
print(sin(pi), floor(2.5))
# --- star import of a package
from os.path import *
print(join("a", "b"), basename("/x/y"))
# --- globals by text
import sys
globals()["made"] = 3
print(made)
# --- exec
exec("value = 4")
print(value)
# --- closures and nonlocal
def outer():
    count = 0
    def inner():
        nonlocal count
        count += 1
        return count
    return inner
print(outer()())
# --- global
def set_it():
    global later
    later = 5
set_it()
print(later)
# --- comprehension scopes
words = ["a", "bb"]
print({w: len(w) for w in words}, {len(w) for w in words}, [c for w in words for c in w], sum(len(w) for w in words))
# --- walrus
if (n := len("abc")) > 2:
    print(n)
print([y for x in range(4) if (y := x * 2) > 2])
# --- except as
try:
    1 / 0
except ZeroDivisionError as error:
    print(type(error).__name__, str(error))
# --- with several
import io
with io.StringIO("a") as a, io.BytesIO(b"b") as b:
    print(a.read(), b.read())
# --- forward reference
from __future__ import annotations
from typing import Optional
class Node:
    def __init__(self, next: Optional[Node] = None, other: Undefined = None):
        self.next: Whatever = next
print(Node(Node()).next.next)
# --- type checking imports
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from nowhere import Thing
def use(thing: "Thing") -> "Thing":
    return thing
print(use(1))
# --- star arguments
import json
options = {"indent": 2, "sort_keys": True}
print(json.dumps({"b": 1, "a": [1]}, **options), max(*[1, 2]))
# --- partial
from functools import partial
show = partial(print, sep="-", end="!\n")
show(1, 2)
# --- patched attribute
import string
string.shout = lambda text: text.upper()
print(string.shout("a"))
# --- setattr
import string
setattr(string, "whisper", str.lower)
print(string.whisper("A"))
# --- shadowed module
import time
def time_it(time):
    return time.anything if hasattr(time, "anything") else time
print(time_it(3), time.time() > 0)
# --- rebound module
import json
json = json.dumps
print(json([1]))
# --- class attributes
import datetime
print(datetime.datetime.min, datetime.timedelta(days=1, hours=2), datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc).isoformat())
# --- pathlib
from pathlib import Path, PurePosixPath
print(Path("a") / "b", PurePosixPath("x/y.py").with_suffix(".txt"), Path.cwd().is_dir())
# --- logging
import logging, logging.handlers
logging.basicConfig(level=logging.INFO, format="%(message)s")
logging.getLogger(__name__).info("hello %s", "x")
print(logging.handlers.RotatingFileHandler.__name__)
# --- random
import random
random.seed(1)
print(random.choice([1, 2]), random.Random(3).random(), random.sample(range(9), k=2))
# --- subprocess constants
import subprocess
print(subprocess.PIPE, subprocess.run.__name__)
# --- multiprocessing
import multiprocessing as mp
print(mp.cpu_count() > 0, mp.get_context("spawn").Queue.__name__)
# --- threading
import threading
t = threading.Thread(target=lambda: None, daemon=True)
t.start(); t.join(timeout=1)
local = threading.local()
local.x = 1
print(local.x)
# --- async
import asyncio
async def work(n, *, delay=0):
    await asyncio.sleep(delay)
    return n
async def all_of_it():
    return await asyncio.gather(work(1), work(2, delay=0))
print(asyncio.run(all_of_it()))
# --- abstract
import abc
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @classmethod
    def make(cls, *args):
        return cls(*args)
class Square(Shape):
    def __init__(self, side):
        self.side = side
    @property
    def area(self):
        return self.side ** 2
print(Square.make(2).area)
# --- metaclass
class Meta(type):
    def __call__(cls, *args, extra=None, **kwargs):
        return super().__call__(*args, **kwargs)
    def __getattr__(cls, name):
        return name
class Made(metaclass=Meta):
    def __init__(self, a):
        self.a = a
print(Made(1, extra=2).a, Made.anything)
# --- new
class One:
    def __new__(cls, a, b=2):
        self = super().__new__(cls)
        self.a = a
        return self
print(One(1).a, One(1, b=3).a)
# --- positional only
def only(a, /, b, *, c=3):
    return a, b, c
print(only(1, 2), only(1, b=2, c=4))
# --- mock
from unittest import mock
with mock.patch("os.getcwd", return_value="here"):
    import os
    print(os.getcwd())
# --- unused helper
import os
def never_called():
    return os.not_there()
print("fine")
# --- lazy branch
import os
print(os.name if os.name else os.never)
found = os.name and os.sep or os.never_either
print(found)
# --- f-strings
import math
name, width = "x", 10
print(f"{name!r:>{width}} {math.sqrt(2):.2f} {{}}")
# --- deletion
value = [1, 2]
del value[0]
other = 3
del other
print(value)
# --- unpacking
first, *rest = [1, 2, 3]
(a, b), c = (1, 2), 3
for i, (k, v) in enumerate({"x": 1}.items()):
    print(first, rest, a, b, c, i, k, v)
# --- dunder names
print(__name__, __doc__, isinstance(__file__, str))
# --- string methods by class
print(str.join(",", ["a"]), list.append.__name__, dict.fromkeys("ab", 0), bytes.fromhex("ff"))
# --- observation
try:
    reprise_observe
except NameError:
    def reprise_observe(name, value, step=None):
        print(name, value)
reprise_observe("loss", 1.0, step=2)
