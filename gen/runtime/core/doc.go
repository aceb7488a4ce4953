// Package core has the helpers that the code of all formats may call.
package core
