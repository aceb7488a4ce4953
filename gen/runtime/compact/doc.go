// Package compact has what generated code for the compact format calls.
package compact
