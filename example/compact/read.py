#!/usr/bin/env python3
"""Decodes messages of bale's compact format, from docs/compact.md and a bale.lock file alone.

usage: read.py bale.lock TYPE <message >value.json

It prints the value as JSON: times as RFC 3339, []byte in base64, a value in an interface as {"Type": value}, the text or JSON of a custom
type, and other custom types in hexadecimal digits.
"""
import base64, datetime, json, re, struct, sys

FIXED = {"int8": "b", "uint8": "B", "byte": "B", "int16": "<h", "uint16": "<H", "float32": "<f", "float64": "<d",
         "complex64": "<2f", "complex128": "<2d"}
SIGNED = {"int": 64, "int32": 32, "int64": 64}
UNSIGNED = {"uint": 64, "uint32": 32, "uint64": 64, "uintptr": 64}


class Lock:
    """The layouts of a lock file: heads maps a type to its description, fields to its (name, type, removed)."""

    def __init__(self, text):
        self.heads, self.fields = {}, {}
        for line in text.splitlines():
            if m := re.fullmatch(r"compact (\S+): (.*)", line):
                self.heads[m[1]] = m[2].removeprefix("removed ")
            elif m := re.fullmatch(r"compact (\S+)\.(\S+) (\d+) (removed )?(.*)", line):
                self.fields.setdefault(m[1], []).append((int(m[3]), m[2], m[5], bool(m[4])))
        for list_ in self.fields.values():
            list_.sort()

    def resolve(self, t):
        """Returns the kind of a type and its parts."""
        if t in FIXED or t in SIGNED or t in UNSIGNED or t in ("bool", "string", "time.Time"):
            return t, None
        if t.startswith("parallel "):
            return "parallel", t[len("parallel []"):]
        if t.startswith("[]"):
            return "slice", t[2:]
        if t.startswith("*"):
            return "pointer", t[1:]
        if m := re.match(r"\[(\d+)\]", t):
            return "array", (int(m[1]), t[m.end():])
        if t.startswith("map["):
            depth = end = 0
            for end, c in enumerate(t[3:], 3):
                depth += (c == "[") - (c == "]")
                if depth == 0:
                    break
            return "map", (t[4:end], t[end + 1:])
        if m := re.match(r"(binary|text|json|gob)\((.*)\)$", t):
            return "custom", m[1]
        head = re.sub(r"^(root )?(stamped )?", "", self.heads[t])
        head = re.sub(r" totals=\d+$", "", head)
        if head in ("struct", "evolving struct", "union"):
            return {"evolving struct": "growing"}.get(head, head), t
        return self.resolve(head)

    def members(self, t):
        return [(name, typ, removed) for _, name, typ, removed in self.fields.get(t, [])]

    def slots(self, t):
        """Returns what a value adds to the control: "c" for a code, "b" for a bit; and its number of fixed bytes."""
        kind, of = self.resolve(t)
        if kind in FIXED:
            return "", struct.calcsize(FIXED[kind])
        if kind == "struct":
            parts = [self.slots(typ) for _, typ, _ in self.members(of)]
            return "".join(p[0] for p in parts), sum(p[1] for p in parts)
        if kind == "array":
            control, fixed = self.slots(of[1])
            if of[0] <= 4 or self.only_fixed(of[1]):
                return control * of[0], fixed * of[0]
            return "", 0
        return {"bool": "b", "pointer": "b", "time.Time": "ccb", "growing": ""}.get(kind, "c"), 0

    def only_fixed(self, t):
        kind, of = self.resolve(t)
        if kind == "struct":
            return all(self.only_fixed(typ) for _, typ, _ in self.members(of))
        return kind in FIXED or kind == "array" and self.only_fixed(of[1])

    def flat(self, t):
        kind, of = self.resolve(t)
        if kind in ("struct", "growing"):
            return all(self.flat(typ) for _, typ, _ in self.members(of))
        if kind == "array":
            return self.only_fixed(of[1]) or of[0] <= 4 and self.flat(of[1])
        return kind in FIXED or kind in SIGNED or kind in UNSIGNED or kind in ("bool", "string", "time.Time")


class Message:
    """A message that is being decoded: the position at in data, and in text."""

    def __init__(self, lock, data):
        self.lock, self.data, self.at, self.text, self.text_at = lock, data, 0, b"", 0

    def take(self, n):
        if n > len(self.data) - self.at:
            raise ValueError(f"truncated at byte {len(self.data)}")
        self.at += n
        return self.data[self.at - n:self.at]

    def ints(self, n):
        """Reads a list of n numbers: groups of up to 16 codes and their bytes."""
        list_ = []
        for start in range(0, n, 16):
            size = min(16, n - start)
            control = int.from_bytes(self.take((size + 1) // 2), "little")
            list_ += [self.number(control >> 4 * i & 15) for i in range(size)]
        return list_

    def number(self, code):
        return code if code < 8 else int.from_bytes(self.take(code - 7), "little")

    def string(self, n):
        self.text_at += n
        return self.text[self.text_at - n:self.text_at].decode("utf-8", "replace")

    def record(self, t):
        kind, of = self.lock.resolve(t)
        if kind == "growing":
            return self.growing(of)
        slots, fixed = self.lock.slots(t)
        slots = [s for s in slots if s == "c"] + [s for s in slots if s == "b"], slots
        codes, bits = slots[0].count("c"), slots[0].count("b")
        control = int.from_bytes(self.take((4 * codes + bits + 7) // 8), "little")
        fixed = self.take(fixed)
        numbers = [self.number(control >> 4 * i & 15) for i in range(codes)]
        bits = [control >> 4 * codes + i & 1 for i in range(bits)]
        return self.value(t, Parts(iter(numbers), iter(bits), fixed))

    def growing(self, t):
        sizes = self.ints(5)
        ends = [self.at + sum(sizes[:i]) for i in range(5)]
        control = int.from_bytes(self.data[ends[0]:ends[1]], "little")
        codes = [control >> 4 * i & 15 for i in range(2 * sizes[0])]
        self.at, text_end, numbers, bits = ends[2], self.text_at + sizes[4], [], []
        for slot, code in zip("".join(self.lock.slots(typ)[0] for _, typ, _ in self.lock.members(t)), codes):
            if slot == "c":
                numbers.append(self.number(code))
            else:
                bits.append(code & 1)
        self.at = ends[3]
        parts = Parts(iter(numbers), iter(bits), self.data[ends[1]:ends[2]], rest_end=ends[4])
        value = self.struct(t, parts)
        self.at, self.text_at = ends[4], text_end
        return value

    def struct(self, t, p):
        values = [(name, self.value(typ, p), removed) for name, typ, removed in self.lock.members(t)]
        return {name: value for name, value, removed in values if not removed}

    def value(self, t, p):
        kind, of = self.lock.resolve(t)
        if kind in FIXED:
            v = struct.unpack(FIXED[kind], p.fixed(struct.calcsize(FIXED[kind])))
            return v[0] if len(v) == 1 else list(v)
        if kind in SIGNED or kind in UNSIGNED:
            return integer(kind, p.number())
        if kind == "bool":
            return bool(p.bit())
        if kind == "string":
            return self.string(p.number())
        if kind == "time.Time":
            return self.time(p)
        if kind == "struct":
            return self.struct(of, p)
        if kind == "growing":
            return self.growing(of) if p.has_rest(self.at) else {name: None for name, _, removed in self.lock.members(of) if not removed}
        if kind == "pointer":
            return self.record(of) if p.bit() else None
        if kind == "array":
            if of[0] <= 4 or self.lock.only_fixed(of[1]):
                return [self.value(of[1], p) for _ in range(of[0])]
            return self.list(of[1], of[0]) if p.has_rest(self.at) else [None] * of[0]
        n = p.number()
        if kind == "custom":
            data = self.take(n)
            return data.hex() if of in ("binary", "gob") else data.decode() if of == "text" else json.loads(data)
        if kind == "union":
            name, typ, _ = self.lock.members(of)[n - 1] if n else (None, None, None)
            return {name: self.record(typ)} if n else None
        if n == 0:
            return None
        if kind == "map":
            return {key_text(self.record(of[0])): self.record(of[1]) for _ in range(n - 1)}
        if kind == "parallel" and n - 1 > 1024:
            self.take(16 * -(-(n - 1) // 1024))
        return self.list(of, n - 1)

    def list(self, t, n):
        kind, _ = self.lock.resolve(t)
        if kind in ("uint8", "byte"):
            return base64.b64encode(self.take(n)).decode()
        if kind == "bool":
            control = int.from_bytes(self.take((n + 7) // 8), "little")
            return [bool(control >> i & 1) for i in range(n)]
        if kind in SIGNED or kind in UNSIGNED:
            return [integer(kind, x) for x in self.ints(n)]
        if kind == "string":
            return [self.string(size) for size in self.ints(n)]
        return [self.record(t) for _ in range(n)]

    def time(self, p):
        seconds, nanos, zone = p.number(), p.number(), p.bit()
        seconds -= (seconds >> 63) << 64
        offset = struct.unpack("<i", self.take(4))[0] if zone else 0
        t = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds + offset)
        fraction = f".{nanos:09}".rstrip("0") if nanos else ""
        sign, minutes = "-" if offset < 0 else "+", abs(offset) // 60
        return f"{t:%Y-%m-%dT%H:%M:%S}".rjust(19, "0") + fraction + (f"{sign}{minutes // 60:02}:{minutes % 60:02}" if offset else "Z")

    def root(self, t):
        head = self.lock.heads[t]
        if " stamped " in f" {head} ":
            self.take(4)
        start = self.at
        if self.lock.flat(t):
            self.record(t)  # without the text, to find its start
            self.text, self.text_at, self.at = self.data[self.at:], 0, start
            value = self.record(t)
            self.at += self.text_at
        else:
            m = re.search(r" totals=(\d+)$", head)
            self.text = self.take(self.ints(1 + int(m[1] if m else 0))[0])
            value = self.record(t)
        if self.at != len(self.data):
            raise ValueError(f"{len(self.data) - self.at} bytes after the message")
        return value


class Parts:
    """The codes, bits and fixed bytes of a record. Those that a message of an older type lacks are zero."""

    def __init__(self, numbers, bits, fixed, rest_end=None):
        self.numbers, self.bits, self.bytes, self.rest_end = numbers, bits, fixed, rest_end

    def number(self):
        return next(self.numbers, 0)

    def bit(self):
        return next(self.bits, 0)

    def fixed(self, n):
        data, self.bytes = self.bytes[:n], self.bytes[n:]
        return data.ljust(n, b"\0")

    def has_rest(self, at):
        return self.rest_end is None or at < self.rest_end


def integer(kind, x):
    return x if kind in UNSIGNED else x >> 1 ^ -(x & 1)


def key_text(key):
    return key if isinstance(key, str) else json.dumps(key)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        message = Message(Lock(file.read()), sys.stdin.buffer.read())
    json.dump(message.root(sys.argv[2]), sys.stdout, ensure_ascii=False, indent=1)
    print()
