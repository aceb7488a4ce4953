"""Decodes messages with read.py. A line of standard input has a type and a message in hexadecimal digits; a line of output has
{"value": ...} or {"error": ...}. The argument is the lock file.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import read

reader = read.Reader(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
for line in sys.stdin:
    name, _, digits = line.rstrip("\n").partition(" ")
    try:
        answer = {"value": reader.read(name, bytes.fromhex(digits))}
    except (ValueError, RecursionError) as e:
        answer = {"error": str(e)}
    print(json.dumps(answer))
