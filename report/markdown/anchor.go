package markdown

import (
	"regexp"
	"strings"
)

// notInAnchor matches the characters of a heading that its anchor does not have.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)

// Anchor returns the anchor of a heading, without the #, as GitHub derives it.
func Anchor(heading string) string {
	return strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")
}
