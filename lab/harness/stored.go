package harness

import (
	"fmt"
	"os"
)

// storedSize is from how many bytes on messages are stored. Making 10,000 nested values and encoding them
// took 40 ms and up to half a second before every block of 20 ms; reading them takes 4.
const storedSize = 1 << 20

// stored are messages in a file, where they are no part of the heap between the blocks that read them.
type stored struct {
	file  *os.File
	sizes []int
}

// store writes messages to a file that no other process sees, and that is gone when this one ends; nil
// for a few bytes.
func store(messages [][]byte) (*stored, error) {
	s := &stored{}
	total := 0
	for _, m := range messages {
		s.sizes = append(s.sizes, len(m))
		total += len(m)
	}
	if total < storedSize {
		return nil, nil
	}
	var err error
	if s.file, err = os.CreateTemp("", "bale-"); err != nil {
		return nil, err
	}
	os.Remove(s.file.Name()) // not on Windows, while it is open: there it stays in the folder for temporary files
	for _, m := range messages {
		if _, err := s.file.Write(m); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *stored) load() ([][]byte, error) {
	var messages [][]byte
	offset := int64(0)
	for _, n := range s.sizes {
		m := make([]byte, n)
		if _, err := s.file.ReadAt(m, offset); err != nil && n > 0 {
			return nil, fmt.Errorf("stored messages: %w", err)
		}
		offset += int64(n)
		messages = append(messages, m)
	}
	return messages, nil
}
