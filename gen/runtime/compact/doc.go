// Package compact has the helpers of the compact format.
package compact
