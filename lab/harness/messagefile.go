package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// MessageFolder is the environment variable with the folder in which the processes of a runner share encoded messages. Without it, messages are
// not stored.
const MessageFolder = "BALE_MESSAGES"

// minStoredBytes is the number of bytes from which messages are stored. Making and encoding 4,096 small values took 20 ms before every block of
// 10 ms, and 10,000 nested values up to half a second. Reading them takes less than 1 ms and 4 ms.
const minStoredBytes = 16 << 10

// alignment is the alignment of messages in bytes: that of separately allocated messages.
const alignment = 16

// A messageFile is the path of a file of messages, or "". The file has the number of messages, their lengths (eight bytes each), and the
// messages.
type messageFile string

// messageFileFor returns the file for the messages of an adapter, or "" if they are not stored.
func messageFileFor(shape, codec string, src source) messageFile {
	dir := os.Getenv(MessageFolder)
	if dir == "" {
		return ""
	}
	name := fmt.Sprintf("%s %s %d %d %d", shape, codec, src.Seed, src.Length, src.Count)
	return messageFile(filepath.Join(dir, fmt.Sprintf("%x", name)))
}

// padding returns the number of bytes from the offset n to the next aligned offset.
func padding(n int) int { return (alignment - n%alignment) % alignment }

// save writes the messages, if there are enough. It creates the file in one step. Errors are ignored: without the file, later processes encode
// the messages again.
func (s messageFile) save(messages [][]byte) {
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(messages)))
	var messageBytes []byte
	for _, m := range messages {
		head = binary.LittleEndian.AppendUint64(head, uint64(len(m)))
		messageBytes = append(messageBytes, m...)
		messageBytes = append(messageBytes, make([]byte, padding(len(messageBytes)))...)
	}
	if s == "" || len(messageBytes) < minStoredBytes {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(string(s)), "new-")
	if err != nil {
		return
	}
	defer os.Remove(tmp.Name()) // fails after the rename, which is fine
	_, err = tmp.Write(head)
	if err == nil {
		_, err = tmp.Write(messageBytes)
	}
	if errors.Join(err, tmp.Close()) == nil {
		_ = os.Rename(tmp.Name(), string(s))
	}
}

// load returns the messages in the file, or nil if it cannot be read.
func (s messageFile) load() [][]byte {
	if s == "" {
		return nil
	}
	f, err := os.Open(string(s))
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
