// Package baletest has what generated tests call: it fills, encodes, damages and compares values.
package baletest
