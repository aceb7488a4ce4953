// Package plan has the facts about types that all formats share: directives, field numbers, the members of unions, what
// reaches what, and how much memory an element takes. It knows nothing of how code is printed.
package plan
