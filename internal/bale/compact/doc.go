// Package compact has what the generated code for bale's compact format calls.
package compact
