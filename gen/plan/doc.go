// Package plan has the facts about types that all formats share: directives, field numbers, union members, which types contain
// which, and how much memory an element takes. It does not depend on how code is printed.
package plan
