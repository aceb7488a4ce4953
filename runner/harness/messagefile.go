package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Environment variables with folders in which the processes of a runner share encoded messages. Without them, messages are not stored.
const (
	MessageFolder     = "BALE_MESSAGES"      // for the processes of one run
	SlowMessageFolder = "BALE_SLOW_MESSAGES" // for those of all runs: messages that take at least slowMessages to make
)

// minStoredBytes is the number of bytes from which messages are stored. Making and encoding 4,096 small values took 20 ms before every block of
// 10 ms, and 10,000 nested values up to half a second. Reading them takes less than 1 ms and 4 ms.
const minStoredBytes = 16 << 10

// slowMessages is the time from which making messages counts as slow. In a run of all codecs, the blocks of decoding nested-10000 were prepared for 72 s in the
// first round. The messages of goccy-yaml, yaml, fastjson, burntsushi-toml and ion, which take a second or more, were 19 s of that. With 0.2 s instead of a
// second, 59 files of together 0.75 GB were kept.
const slowMessages = time.Second

// alignment is the alignment of messages in bytes: that of separately allocated messages.
const alignment = 16

// A messageFile is the name of a file of messages, or "". The file has the number of messages, their lengths (eight bytes each), and the
// messages.
type messageFile string

// messageFileFor returns the file for the messages of an adapter.
func messageFileFor(shape, codec string, src source) messageFile {
	name := fmt.Sprintf("%s %s %d %d %d", shape, codec, src.Seed, src.Length, src.Count)
	return messageFile(fmt.Sprintf("%x", name))
}

// messagePrefix begins the names of files that are being written.
const messagePrefix = "new-"

// IsMessageFile reports whether a file called name holds messages, or is being written.
func IsMessageFile(name string) bool {
	return strings.Trim(strings.TrimPrefix(name, messagePrefix), "0123456789abcdef") == ""
}

// padding returns the number of bytes from the offset n to the next aligned offset.
func padding(n int) int { return (alignment - n%alignment) % alignment }

// save writes the messages, if there are enough, and it is known where. took is the time that it took to make them. save creates the file in one step.
// Errors are ignored: without the file, later processes encode the messages again.
func (s messageFile) save(messages [][]byte, took time.Duration) {
	folder := os.Getenv(MessageFolder)
	if slow := os.Getenv(SlowMessageFolder); slow != "" && took >= slowMessages {
		folder = slow
	}
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(messages)))
	var messageBytes []byte
	for _, m := range messages {
		head = binary.LittleEndian.AppendUint64(head, uint64(len(m)))
		messageBytes = append(messageBytes, m...)
		messageBytes = append(messageBytes, make([]byte, padding(len(messageBytes)))...)
	}
	if s == "" || folder == "" || len(messageBytes) < minStoredBytes {
		return
	}
	tmp, err := os.CreateTemp(folder, messagePrefix)
	if err != nil {
		return
	}
	defer os.Remove(tmp.Name()) // fails after the rename, which is fine
	_, err = tmp.Write(head)
	if err == nil {
		_, err = tmp.Write(messageBytes)
	}
	if errors.Join(err, tmp.Close()) == nil {
		_ = os.Rename(tmp.Name(), filepath.Join(folder, string(s)))
	}
}

// load returns the messages in the file, or nil if it cannot be read.
func (s messageFile) load() [][]byte {
	if s == "" {
		return nil
	}
	for _, variable := range []string{MessageFolder, SlowMessageFolder} {
		if folder := os.Getenv(variable); folder != "" {
			if messages := readMessages(filepath.Join(folder, string(s))); messages != nil {
				return messages
			}
		}
	}
	return nil
}

// readMessages returns the messages in the file at path, or nil if it cannot be read.
func readMessages(path string) [][]byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	var word [8]byte
	if _, err := f.ReadAt(word[:], 0); err != nil {
		return nil
	}
	lengths := make([]byte, 8*binary.LittleEndian.Uint64(word[:]))
	if _, err := f.ReadAt(lengths, 8); err != nil {
		return nil
	}
	start := int64(8 + len(lengths))
	messageBytes := make([]byte, info.Size()-start)
	if _, err := f.ReadAt(messageBytes, start); err != nil {
		return nil
	}
	messages := make([][]byte, len(lengths)/8)
	at := 0
	for i := range messages {
		n := int(binary.LittleEndian.Uint64(lengths[8*i:]))
		messages[i] = messageBytes[at : at+n : at+n]
		at += n + padding(at+n)
	}
	return messages
}
