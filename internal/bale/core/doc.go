// Package core has what the generated code of all formats calls: memory for messages and values, the paths of errors, and the limits of decoding.
package core
