package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// MessageFolder is the environment variable with the folder in which the processes of one runner keep encoded messages for
// each other; without it they are kept nowhere.
const MessageFolder = "BALE_MESSAGES"

// storedSize is from how many bytes on messages are stored. Making 4,096 small values and encoding them took 20 ms before
// every block of 10 ms, 10,000 nested values up to half a second; reading them takes less than 1 and 4 ms.
const storedSize = 16 << 10

// aligned is what messages begin at a multiple of, as those of an allocation of their own would.
const aligned = 16

// stored is a file of messages: their number and their lengths, eight bytes each, and the messages.
type stored string

// storedFor is where the messages of an adapter are stored; "" where none are.
func storedFor(shape, codec string, src source) stored {
	dir := os.Getenv(MessageFolder)
	if dir == "" {
		return ""
	}
	name := fmt.Sprintf("%s %s %d %d %d", shape, codec, src.Seed, src.Length, src.Count)
	return stored(filepath.Join(dir, fmt.Sprintf("%x", name)))
}

func padding(n int) int { return (aligned - n%aligned) % aligned }

// save writes the messages, whole or not at all. Without a place to store them it is slower, no more.
func (s stored) save(messages [][]byte) {
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(messages)))
	var all []byte
	for _, m := range messages {
		head = binary.LittleEndian.AppendUint64(head, uint64(len(m)))
		all = append(all, m...)
		all = append(all, make([]byte, padding(len(all)))...)
	}
	if s == "" || len(all) < storedSize {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(string(s)), "new-")
	if err != nil {
		return
	}
	defer os.Remove(tmp.Name()) // fails once it has been renamed
	_, err = tmp.Write(head)
	if err == nil {
		_, err = tmp.Write(all)
	}
	if errors.Join(err, tmp.Close()) == nil {
		_ = os.Rename(tmp.Name(), string(s))
	}
}

// load reads the messages; nil if they are not there.
func (s stored) load() [][]byte {
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
	all := make([]byte, info.Size()-start)
	if _, err := f.ReadAt(all, start); err != nil {
		return nil
	}
	messages := make([][]byte, len(lengths)/8)
	at := 0
	for i := range messages {
		n := int(binary.LittleEndian.Uint64(lengths[8*i:]))
		messages[i] = all[at : at+n : at+n]
		at += n + padding(at+n)
	}
	return messages
}
