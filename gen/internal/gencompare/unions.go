package main

import (
	"regexp"
	"slices"
	"strings"
)

var (
	unionDirective = regexp.MustCompile("(?://bale:(?:[^ ]*,)?|`.*?bale:\"(?:[^\"]*,)?)union ([^\"`]*)")
	declared       = regexp.MustCompile(`^\s*(?:type\s+)?([\pL_][\pL\pN_]*)`)
)

// unionsOf returns the union members of interfaces in a package, from its directives, by the name of the field or type with the
// directive. Fields with the same name share their members, so that some values are refused.
func unionsOf(p *input) map[string][]string {
	unions := map[string][]string{}
	for _, name := range p.sources() {
		var pending []string
		for line := range strings.Lines(string(p.module.files[name])) {
			if found := unionDirective.FindStringSubmatch(line); found != nil {
				pending = append(pending, splitTypes(strings.TrimSpace(found[1]))...)
			}
			if strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			if found := declared.FindStringSubmatch(line); found != nil {
				for _, member := range pending {
					if !slices.Contains(unions[found[1]], member) {
						unions[found[1]] = append(unions[found[1]], member)
					}
				}
			}
			pending = nil
		}
	}
	return unions
}

// splitTypes splits a list of types at commas that are not in brackets.
func splitTypes(text string) []string {
	var list []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth == 0:
			list = append(list, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[start:]))
}
