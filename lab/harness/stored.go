package harness

import (
	"fmt"
	"os"
)

// storedSize is from how many bytes on messages are stored. Making 4,096 small values and encoding them took 20 ms before
// every block of 20 ms, 10,000 nested values up to half a second; reading them takes less than 1 and 4 ms.
const storedSize = 16 << 10

// aligned is what messages begin at a multiple of, as those of an allocation of their own would.
const aligned = 16

// stored are messages in a file, where they are no part of the heap between the blocks that read them.
type stored struct {
	file  *os.File
	sizes []int
	total int // bytes in the file
}

// store writes messages to a file that no other process sees, and that is gone when this one ends; nil
// for a few bytes.
func store(messages [][]byte) (*stored, error) {
	s := &stored{}
	var all []byte
	for _, m := range messages {
		s.sizes = append(s.sizes, len(m))
		all = append(all, m...)
		all = append(all, make([]byte, padding(len(all)))...)
	}
	s.total = len(all)
	if s.total < storedSize {
		return nil, nil
	}
	var err error
	if s.file, err = os.CreateTemp("", "bale-"); err != nil {
		return nil, err
	}
	os.Remove(s.file.Name()) // not on Windows, while it is open: there it stays in the folder for temporary files
	_, err = s.file.Write(all)
	return s, err
}

func padding(n int) int { return (aligned - n%aligned) % aligned }

func (s *stored) load() ([][]byte, error) {
	all := make([]byte, s.total)
	if _, err := s.file.ReadAt(all, 0); err != nil {
		return nil, fmt.Errorf("stored messages: %w", err)
	}
	messages := make([][]byte, len(s.sizes))
	at := 0
	for i, n := range s.sizes {
		messages[i] = all[at : at+n : at+n]
		at += n + padding(at+n)
	}
	return messages, nil
}
