package lab

import (
	"fmt"
	"time"

	"bale/runner/measure"
)

// memory is a sink that keeps all blocks.
type memory struct {
	rounds []string
	blocks map[measure.Cell][]measure.Block
	order  []measure.Cell
}

func (m *memory) Round(round, epoch int, _ time.Time) error {
	m.rounds = append(m.rounds, fmt.Sprintf("%d/%d", round, epoch))
	return nil
}

func (m *memory) Rerun(measure.Cell, string) error { return nil }

func (m *memory) Block(b measure.Block) error {
	if m.blocks == nil {
		m.blocks = map[measure.Cell][]measure.Block{}
	}
	m.blocks[b.Cell] = append(m.blocks[b.Cell], b)
	m.order = append(m.order, b.Cell)
	return nil
}
