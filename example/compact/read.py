#!/usr/bin/env python3
"""Prints a message of bale's compact format as JSON, in the form of docs/formats.md#test-vectors.

usage: read.py bale.lock TYPE <message >value.json
The exit status is 1 if the message is malformed. The program was written from docs/compact.md alone.
"""
import base64, collections, datetime, io, itertools, json, math, pathlib, re, struct, sys

FIXED = {"int8": "b", "uint8": "B", "byte": "B", "int16": "<h", "uint16": "<H", "float32": "<f", "float64": "<d",
         "complex64": "<2f", "complex128": "<2d"}
INTEGERS = {"int": 64, "int32": 32, "int64": 64, "uint": 64, "uint32": 32, "uint64": 64, "uintptr": 64}
BASIC = {"bool", "string", "time.Time", *FIXED, *INTEGERS}
# The line of a type in bale.lock. The name of a layout with a stamp ends in the stamp, as in Order@1a2b3c4d.
HEAD = re.compile(r"compact (.+?(?:@(\w+))?): (root )?(?:stamped=(\w+) )?(.*?)(?: totals=(\d+))?(?: [al].*| removed)?")
# What a value adds to the control: c is a code, b a bit. A value of another kind adds a code.
SLOTS = dict.fromkeys(FIXED, "") | {"bool": "b", "pointer": "b", "time.Time": "ccb", "array": "", "evolving struct": ""}
# The unread numbers, bits and fixed bytes of a record, where its rest ends, and the strings of a sparse record.
Parts = collections.namedtuple("Parts", "numbers bits fixed rest_end texts", defaults=(None,))
STRUCTS = ("struct", "sparse struct")
ABSENT = Parts(iter(()), iter(()), io.BytesIO(), -1)  # of a value of which an old message has nothing


def check(ok, problem):
    if not ok:
        raise ValueError(problem)


class Reader:
    """Decodes messages of the types in a lock file, of which it gets the text."""

    def __init__(self, lock):
        self.heads, self.fields = {}, collections.defaultdict(list)
        for line in lock.splitlines():
            if m := HEAD.fullmatch(line):
                self.heads[m[1]] = m[5], m[2] or m[4] or "", int(m[6] or 0), m[3]  # form, stamp, totals, "root "
            elif m := re.fullmatch(r"compact (.+)\.(\S+) (\d+) (.*?)( removed)?", line):
                self.fields[m[1]].append((int(m[3]), m[2], m[4], bool(m[5])))  # position, name, type, removed

    def resolve(self, t):
        """Returns the kind of a type, and its parts."""
        if t in BASIC:
            return t, None
        if m := re.fullmatch(r"(\[\]|\*)(.*)", t):
            return {"[]": "slice", "*": "pointer"}[m[1]], m[2]
        if m := re.fullmatch(r"\[(\d+)\](.*)", t):
            return "array", (m[2], int(m[1]))
        if m := re.fullmatch(r"(binary|text|json|gob)\(.*\)", t):
            return "custom", m[1]
        if t.startswith("map["):  # the key ends at the bracket that closes this one
            end = next(i for i in range(4, len(t)) if t.count("[", 0, i + 1) == t.count("]", 0, i + 1))
            return "map", (t[4:end], t[end + 1:])
        form = self.heads[t][0]
        has_fields = form in (*STRUCTS, "evolving struct", "union")
        return (form, sorted(self.fields[t])) if has_fields else self.resolve(form)

    def fixed(self, t):
        """Reports whether t is a number of the fixed part, or an array of such numbers."""
        kind, of = self.resolve(t)
        return kind in FIXED or kind == "array" and of[1] > 0 and self.fixed(of[0])

    def leaves(self, t):
        """Returns the kinds of the values that are parts of the record of t: instead of a struct, its fields."""
        kind, of = self.resolve(t)
        if kind in STRUCTS:
            return [leaf for _, _, typ, _ in of for leaf in self.leaves(typ)]
        return self.leaves(of[0]) * of[1] if kind == "array" and (of[1] <= 4 or self.fixed(of[0])) else [kind]

    def read(self, t, data):
        t = next((x for x in (t, f"{t}@{data[:4].hex()}") if x in self.heads and self.heads[x][3]), "")
        check(t, "the lock file has no layout of the type with the stamp of the message")
        self.data, self.at, self.text, self.text_at, leaves = data, 0, data, 0, self.leaves(t)
        check(self.take(len(self.heads[t][1]) // 2).hex() == self.heads[t][1], "the stamp is that of another layout")
        if leaves and all(kind in BASIC for kind in leaves):  # a flat type
            start, _ = self.at, self.record(t)  # decodes strings from wrong text, but finds where the text begins
            self.text, self.text_at, self.at, end = data[self.at:], 0, start, self.at + self.text_at
            value, self.at = self.record(t), end
        else:
            self.text = self.take(self.numbers(self.control(1 + self.heads[t][2])[0])[0])
            value = self.record(t)
        check(self.at == len(data), f"{len(data) - self.at} bytes after the message")
        return value

    def take(self, n):
        check(n <= len(self.data) - self.at, f"truncated at byte {len(self.data)}")
        self.at += n
        return self.data[self.at - n:self.at]

    def control(self, codes, bits=0):
        control = int.from_bytes(self.take((4 * codes + bits + 7) // 8), "little")
        check(control >> 4 * codes + bits == 0, f"byte {self.at - 1}: the padding is not zero")
        return [control >> 4 * i & 15 for i in range(codes)], [control >> 4 * codes + i & 1 for i in range(bits)]

    def numbers(self, codes):
        return [code if code < 8 else int.from_bytes(self.take(code - 7), "little") for code in codes]

    def record(self, t):
        kind, of = self.resolve(t)
        if kind == "evolving struct":
            return self.evolving(of)
        leaves = self.leaves(t)
        slots = "".join(SLOTS.get(leaf, "c") for leaf in leaves)
        if kind == "sparse struct":
            return self.sparse(t, leaves, slots.count("c"), slots.count("b"))
        codes, bits = self.control(slots.count("c"), slots.count("b"))
        fixed = self.take(sum(struct.calcsize(FIXED[leaf]) for leaf in leaves if leaf in FIXED))
        return self.value(t, Parts(iter(self.numbers(codes)), iter(bits), io.BytesIO(fixed), math.inf))

    def sparse(self, t, leaves, codes, bits):
        sizes = self.fixed_sizes(t)
        words = (4 * codes + bits + 63) // 64
        present = self.control(0, words + len(sizes))[1]
        part = [self.take(size) if bit else bytes(size) for size, bit in zip([8] * words + sizes, present)]
        control = int.from_bytes(b"".join(part[:words]), "little")
        check(control >> 4 * codes + bits == 0, "the padding is not zero")
        numbers = self.numbers([control >> 4 * i & 15 for i in range(codes)])
        at = itertools.accumulate((SLOTS.get(leaf, "c").count("c") for leaf in leaves), initial=0)
        texts = [self.scalar(leaf, numbers[i]) for leaf, i in zip(leaves, at) if leaf == "string"]
        single = [control >> 4 * codes + i & 1 for i in range(bits)]
        fixed = io.BytesIO(b"".join(part[words:]))
        return self.value(t, Parts(iter(numbers), iter(single), fixed, math.inf, iter(texts)))

    def fixed_sizes(self, t):
        """Returns the sizes of the values in the fixed part of a record. An array of numbers is one value."""
        kind, of = self.resolve(t)
        if kind in STRUCTS:
            return [size for _, _, typ, _ in of for size in self.fixed_sizes(typ)]
        if kind == "array" and self.fixed(t):
            return [of[1] * sum(self.fixed_sizes(of[0]))]
        if kind == "array":
            return self.fixed_sizes(of[0]) * of[1] if of[1] <= 4 else []
        return [struct.calcsize(FIXED[kind])] if kind in FIXED else []

    def evolving(self, fields):
        *sizes, text_size = self.numbers(self.control(5)[0])
        control, fixed, numbers, rest, end = itertools.accumulate(sizes, initial=self.at)
        text_end = self.text_at + text_size
        check(end <= len(self.data) and text_end <= len(self.text), "truncated: a struct ends after the message")
        codes, self.at, values = int.from_bytes(self.data[control:fixed], "little"), numbers, {"c": [], "b": []}
        slots = "".join(SLOTS.get(leaf, "c") for _, _, typ, _ in fields for leaf in self.leaves(typ))
        for i, slot in enumerate(slots[:2 * sizes[0]]):
            values[slot] += self.numbers([codes >> 4 * i & 15]) if slot == "c" else [codes >> 4 * i & 1]
        fits, self.at = self.at <= rest, rest
        fixed_part = io.BytesIO(self.data[fixed:numbers])
        value = self.struct(fields, Parts(iter(values["c"]), iter(values["b"]), fixed_part, end))
        check(fits and self.at <= end and self.text_at <= text_end, "a struct has shorter parts than its fields")
        self.at, self.text_at = end, text_end
        return value

    def struct(self, fields, p):
        values = [self.value(typ, p) for _, _, typ, _ in fields]
        return {name: value for (_, name, _, removed), value in zip(fields, values) if not removed}

    def value(self, t, p):
        kind, of = self.resolve(t)
        if kind in FIXED:
            data = p.fixed.read(struct.calcsize(FIXED[kind])).ljust(struct.calcsize(FIXED[kind]), b"\0")
            v = [x if math.isfinite(x) else {math.inf: "+Inf", -math.inf: "-Inf"}.get(x, "NaN")
                 for x in struct.unpack(FIXED[kind], data)]
            return v if len(v) > 1 else v[0]
        if kind in ("bool", "pointer"):
            bit = bool(next(p.bits, 0))
            return bit if kind == "bool" else self.record(of) if bit else None
        if kind == "time.Time":
            return self.time(p) if p is not ABSENT else "0001-01-01T00:00:00Z"
        if kind in STRUCTS:
            return self.struct(of, p)
        if kind == "evolving struct":
            return self.evolving(of) if self.at < p.rest_end else self.struct(of, ABSENT)
        if kind == "array":
            if of[1] <= 4 or self.fixed(of[0]):
                return [self.value(of[0], p) for _ in range(of[1])]
            return self.list(*of) if self.at < p.rest_end else [self.value(of[0], ABSENT)] * of[1]
        n = next(p.numbers, 0)
        if kind == "string" and p.texts:
            return next(p.texts)
        if kind in INTEGERS or kind == "string":
            return self.scalar(kind, n)
        if kind == "custom":
            data = self.take(n)
            return json.loads(data) if of == "json" else data.decode("utf-8", "replace") if of == "text" else data.hex()
        check(n <= (len(of) if kind == "union" else 8 * len(self.data) + (1 << 20)), f"a {kind} has the number {n}")
        if n == 0:
            return None
        if kind == "union":
            return {of[n - 1][1]: self.record(of[n - 1][2])}
        if kind == "map":
            entries = [(self.record(of[0]), self.record(of[1])) for _ in range(n - 1)]
            value = {key if isinstance(key, str) else json.dumps(key, ensure_ascii=False): v for key, v in entries}
            check(len(value) == n - 1, "a map has a key twice")
            return value
        return self.list(of, n - 1)

    def list(self, t, n):
        kind, _ = self.resolve(t)
        if kind in ("uint8", "byte"):
            return base64.b64encode(self.take(n)).decode()
        if kind == "bool":
            return [bool(bit) for bit in self.control(0, n)[1]]
        if kind in INTEGERS or kind == "string":
            groups = [self.numbers(self.control(min(16, n - i))[0]) for i in range(0, n, 16)]
            return [self.scalar(kind, x) for x in itertools.chain(*groups)]
        return [self.record(t) for _ in range(n)]

    def scalar(self, kind, n):
        if kind in INTEGERS:
            check(n < 1 << INTEGERS[kind], f"the number {n} is too large for {kind}")
            return n >> 1 ^ -(n & 1) if kind.startswith("int") else n
        self.text_at += n
        check(self.text_at <= len(self.text), "truncated: the text is shorter than the strings")
        return self.text[self.text_at - n:self.text_at].decode("utf-8", "replace")

    def time(self, p):
        seconds, nanos, zone = next(p.numbers, 0), next(p.numbers, 0), next(p.bits, 0)
        offset = int.from_bytes(self.take(4 if zone else 0), "little", signed=True)
        seconds += offset - (seconds >> 63 << 64)
        check(nanos < 10**9, "a time has too many nanoseconds")
        check(-62135596800 <= seconds < 253402300800, "the year of a time is not one of 1 to 9999")
        text = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).isoformat()
        text += f".{nanos:09}".rstrip("0") if nanos else ""
        return text + (f"{'+-'[offset < 0]}{abs(offset) // 3600:02}:{abs(offset) // 60 % 60:02}" if offset else "Z")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        reader = Reader(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
        print(json.dumps(reader.read(sys.argv[2], sys.stdin.buffer.read()), ensure_ascii=False, indent=1))
    except (OSError, ValueError, RecursionError) as e:
        sys.exit(f"read.py: {e}")
