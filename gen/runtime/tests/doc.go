// Package tests has the helpers that the generated tests call.
package tests
