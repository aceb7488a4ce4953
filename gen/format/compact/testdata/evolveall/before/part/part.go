// Package part has a struct that messages of another package contain.
package part

type Part struct{ Name string }
