// Package stream has the readers and writers of streams of messages. A generated file has types that embed Reader and Writer, so that other modules can name
// them.
package stream
