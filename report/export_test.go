package report

import "testing"

// What tests of other pages use.
var Browser, Do, Navigate, Click, Enter, Window, WithoutScript, PrintDark = browser, do, navigate, click, enter, window, withoutScript, printDark

// Eval is eval.
func Eval[T any](t *testing.T, b *tab, js string) T { return eval[T](t, b, js) }
