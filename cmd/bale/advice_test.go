package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"bale/model/advicetest"
)

// TestAdvice tries the advice of errors about flags and arguments. The first of the flags is the command.
func TestAdvice(t *testing.T) {
	const source = "package app\n\n//bale:gen\ntype Order struct{ ID int }\n\ntype Line struct{ N int }\n\ntype Pair[A any] struct{ A A }\n"
	words := func(w ...string) []string { return w }
	var all []advicetest.Case
	add := func(name string, flags []string, want, do string, better []string, spoiled ...advicetest.Edit) {
		all = append(all, advicetest.Case{Name: name, Source: source, Spoiled: spoiled, Flags: flags, Want: want, Do: do, NewFlags: better})
	}
	own := advicetest.Edit{File: "own.go", New: "package app\n"}

	add("gen, unknown format", words("gen", "-wire", "sprotto"), `unknown format "sprotto"`, "sproto", words("gen", "-wire", "sproto"))
	add("gen, two packages", words("gen", ".", "../x"), "want one package", "name one", words("gen", "."))
	add("gen, check and n", words("gen", "-check", "-n"), "exclude each other", "leave out one", words("gen", "-n"))
	add("gen, accept and check", words("gen", "-accept", "-check"), "-accept changes bale.lock", "leave out one", words("gen", "-accept"))
	add("gen, type of many", words("gen", "-type", "Line", "./..."), "are for one package", "name one", words("gen", "-type", "Line", "."))
	add("gen, flags after the package", words("gen", ".", "-tests"), "flags come before arguments", "write -tests before .", words("gen", "-tests", "."))
	add("gen, misspelt flag", words("gen", "-test"), "flag provided but not defined", "-tests", words("gen", "-tests"))
	add("gen, methods", words("gen", "-methods", "JSON"), "other libraries call MarshalJSON", "choose another ending", words("gen", "-methods", "Compact"))
	add("gen, methods with a sign", words("gen", "-methods", "a-b"), "want letters", "methods=Compact", words("gen", "-methods=Compact"))
	add("gen, unknown type", words("gen", "-type", "Oder"), "type Oder not found", "Order", words("gen", "-type", "Order"))
	add("gen, unknown format of a type", words("gen", "-type", "Line:fast"), `unknown format "fast"`, "proto", words("gen", "-type", "Line:proto"))
	add("gen, file of another package", words("gen", "-o", "../x_bale.go"), "methods must be in the package of their type", "-o", words("gen", "-o", "x_bale.go"))
	add("gen, file of tests", words("gen", "-o", "x_test.go"), "want a name that ends in .go", ".go", words("gen", "-o", "x.go"))
	add("gen, ignored file", words("gen", "-o", "_x.go"), "ignores files", "take another name", words("gen", "-o", "x.go"))
	add("gen, own file", words("gen", "-o", "own.go"), "was not written by bale gen", "name another file with -o", words("gen", "-o", "x.go"), own)
	add("gen, evolve without compact", words("gen", "-evolve", "-wire", "proto"), "-evolve is for the format compact", "leave out the flag", words("gen", "-wire", "proto"))
	add("gen, proto file without proto", words("gen", "-proto", "x.proto"), "no type has the format proto", "-wire proto", words("gen", "-wire", "proto", "-proto", "x.proto"))
	add("gen, own proto file", words("gen", "-wire", "proto", "-proto", "own.proto"), "is not a .proto file that bale gen has written", "take another name", words("gen", "-wire", "proto", "-proto", "x.proto"),
		advicetest.Edit{File: "own.proto", New: "syntax = \"proto3\";\n"})

	add("compare, codecs", words("compare", "-codecs", "protobuff", "."), "no codec matches", "protobuf", words("compare", "-codecs", "protobuf", "."))
	add("compare, shape", words("compare", "-shape", "nestd"), "no built-in shape", "nested", words("compare", "-shape", "nested"))
	add("compare, shape with a length", words("compare", "-shape", "nested-7", "-lengths", "5"), "has a length", "leave out -lengths", words("compare", "-shape", "nested-7"))
	add("compare, shape that was not published", words("compare", "-published", "-shape", "wide"), "no published benchmark", "small", words("compare", "-published", "-shape", "small"))
	add("compare, length of a struct", words("compare", "-shape", "small-7"), "no built-in shape", "small", words("compare", "-shape", "small"))
	add("compare, shape and package", words("compare", "-shape", "nested", "."), "leave out one of them", "leave out one of them", words("compare", "-shape", "nested"))
	add("compare, modes", words("compare", "-modes", "resue"), "resue", "reuse", words("compare", "-modes", "reuse"))
	add("compare, for", words("compare", "-for", "storrage", "."), "no use is called", "storage", words("compare", "-for", "storage", "."))
	add("compare, aspects", words("compare", "-aspects", "hostil", "."), "no aspect is called", "hostile", words("compare", "-aspects", "hostile", "."))
	add("compare, aspects and none", words("compare", "-aspects", "none,hostile", "."), "none cannot be combined", "leave out none", words("compare", "-aspects", "hostile", "."))
	add("compare, ignore a kind", words("compare", "-ignore", "zonne", "."), "not a kind", "zone", words("compare", "-ignore", "zone", "."))
	add("compare, ignore a field", words("compare", "-ignore", "Order.", "."), "does not name a field", "write its type and its name: TYPE.FIELD", words("compare", "-ignore", "Order.Cache", "."))
	add("compare, now", words("compare", "-now", "msgpack", "."), "is not among the codecs compared", "bale/msgpack", words("compare", "-now", "bale/msgpack", "."))
	add("compare, now of a list", words("compare", "-now", "gob", "-codecs", "json", "."), "is not among the codecs compared", "json", words("compare", "-now", "json", "-codecs", "json", "."))
	add("compare, now that is not popular", words("compare", "-now", "xdr", "."), "is not among the codecs compared", "-codecs", words("compare", "-now", "xdr", "-codecs", "json,xdr", "."))
	add("compare, quick and thorough", words("compare", "-quick", "-thorough"), "exclude each other", "leave out one", words("compare", "-quick"))
	add("compare, two packages", words("compare", ".", "../x"), "want one package", "name one", words("compare", "."))
	add("compare, type without package", words("compare", "-type", "Order"), "need a package", ".", words("compare", "-type", "Order", "."))
	add("compare, data without package", words("compare", "-data", "own.go"), "need a package", ".", words("compare", "-data", "own.go", "."), own)
	add("compare, data is a folder", words("compare", "-data", ".", "."), "name a file", "name a file", words("compare", "-data", "own.go", "."), own)
	add("compare, data that is missing", words("compare", "-data", "one.go", "."), "one.go", "check the name", words("compare", "-data", "own.go", "."), own)
	add("compare, data and lengths", words("compare", "-data", "own.go", "-lengths", "5", "."), "-lengths is for generated values", "leave out -lengths", words("compare", "-data", "own.go", "."), own)
	add("compare, lengths", words("compare", "-lengths", "zero"), "is not a length", "1,100,10000", words("compare", "-lengths", "1,100,10000"))
	add("compare, published and package", words("compare", "-published", "."), "leave out the package", "leave out the package", words("compare", "-published"))
	add("compare, base without package", words("compare", "-base", "HEAD"), "name it", ".", words("compare", "-base", "HEAD", "."))
	add("compare, fail without base", words("compare", "-fail", "3%", "."), "-fail needs", "-base HEAD", words("compare", "-fail", "3%", "-base", "HEAD", "."))
	add("compare, fail", words("compare", "-fail", "much", "-base", "HEAD", "."), "want a percentage", "3%", words("compare", "-fail", "3%", "-base", "HEAD", "."))
	add("compare, rounds", words("compare", "-rounds", "0"), "want a whole number from 1", "1", words("compare", "-rounds", "1"))
	add("compare, top", words("compare", "-top", "0"), "want 1 or more", "1", words("compare", "-top", "1"))
	add("compare, folder with a run", words("compare", "-o", "old", "."), "already holds a run", "name another folder with -o", words("compare", "-o", "new", "."), advicetest.Edit{File: "old/run.json", New: "{}"})
	add("compare, resume with other flags", words("compare", "-resume", "old", "-quick"), "leave out other flags", "leave out other flags", words("compare", "-resume", "old"),
		advicetest.Edit{File: "old/run.json", New: `{"environment": {}, "config": {"request": {}}}`})
	add("compare, flags after the package", words("compare", ".", "-quick"), "flags come before arguments", "write -quick before .", words("compare", "-quick", "."))
	add("compare, misspelt flag", words("compare", "-codec", "json"), "flag provided but not defined", "-codecs", words("compare", "-codecs", "json"))

	advicetest.Run(t, map[string]string{"go.mod": "module example.org/app\n\ngo 1.26\n"}, all, func(t *testing.T, dir string, folders, flags []string) map[string]error {
		errs := map[string]error{}
		for _, f := range folders {
			t.Chdir(filepath.Join(dir, f))
			errs[f] = try(t, flags)
		}
		return errs
	})
}

// try runs bale gen, or parses the flags of bale compare.
func try(t *testing.T, args []string) error {
	if args[0] == "compare" {
		_, _, err := parseCompare(args[1:])
		return err
	}
	var out, errs bytes.Buffer
	if Main(t.Context(), slices.Clone(args), &out, &errs) != 0 {
		return errors.New(errs.String())
	}
	return nil
}
