// Package tests has what the tests call that bale gen writes beside its code.
package tests
