package codec

import "strings"

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func replace(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}
