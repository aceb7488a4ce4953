package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"bale/codec"
	"bale/program/build"
	"bale/shape"
)

// codeOf describes what bale list -code prints.
type codeOf struct {
	codec string // name of one variant
	typ   string // type of pkg
	pkg   string // "" for a built-in shape
	all   bool   // also generated files
}

// listCode prints the code that measures a variant on a type: what is compiled, and the schema for the serializer's generator.
func listCode(ctx context.Context, io streams, o codeOf) error {
	choices, err := choose([]string{o.codec})
	if err != nil {
		return err
	}
	c, v := variantNamed(choices, o.codec)
	if v == nil {
		return badUsage("-code wants the name of one serializer, and %s is several: %s", o.codec, strings.Join(variantNames(choices), ", "))
	}
	cache, err := build.DefaultCache()
	if err != nil {
		return err
	}
	b := &build.Builder{Cache: cache}
	s, err := o.shape(ctx, b)
	if err != nil {
		return err
	}
	files, err := b.Code(ctx, s, c, v)
	if err != nil {
		return err
	}
	fmt.Fprintf(io.out, "// %s, wire format %s\n", c.FullName(v), v.Wire)
	if c.Module != "" {
		fmt.Fprintf(io.out, "// module %s %s\n", c.Module, c.Pin())
	}
	for _, line := range []string{c.DocOf(v), v.Note} {
		if line != "" {
			fmt.Fprintf(io.out, "// %s\n", line)
		}
	}
	for _, f := range files {
		if f.Kind == build.GeneratedCode && !o.all {
			fmt.Fprintf(io.out, "\n// %s: %d lines of generated code, which -all prints\n", f.Name, bytes.Count(f.Text, []byte("\n")))
			continue
		}
		fmt.Fprintf(io.out, "\n// %s (%s)\n\n%s", f.Name, f.Kind, f.Text)
	}
	return nil
}

// variantNamed returns the variant with a name, or the only variant of choices. It returns nil if there is neither.
func variantNamed(choices []*build.Choice, name string) (*codec.Codec, *codec.Variant) {
	for _, choice := range choices {
		for _, v := range choice.Variants {
			if choice.Codec.FullName(v) == name || len(choices) == 1 && len(choice.Variants) == 1 {
				return choice.Codec, v
			}
		}
	}
	return nil, nil
}

// shape returns the type that the code is for.
func (o *codeOf) shape(ctx context.Context, b *build.Builder) (*build.Shape, error) {
	if o.pkg == "" {
		if o.typ != "" {
			return nil, badUsage("-type needs a package, for instance '.'")
		}
		list, err := b.Builtin(ctx, []string{shape.All[0].Name}, nil)
		if err != nil {
			return nil, err
		}
		return list[0], nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	list, err := build.Load(ctx, dir, o.pkg, splitTypes(o.typ), "", nil)
	if err == nil && len(list[0].Model.Roots) != 1 {
		err = badUsage("-code is for one type: name it with -type")
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}
