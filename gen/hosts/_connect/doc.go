// Package connect has the text of the file that bale gen -connect writes: a codec for Connect. Package hosts embeds codec.go.
package connect
