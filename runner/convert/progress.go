package convert

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress shows how far a conversion is: on a terminal in one line, elsewhere in a line every 10 seconds.
type progress struct {
	out      io.Writer
	terminal bool
	total    int64 // bytes of all inputs
	start    time.Time
	stop     chan struct{}
	ended    sync.WaitGroup

	mu      sync.Mutex
	counts  Counts // of all records, also those of earlier attempts
	records int64  // of this attempt
	done    int64  // bytes that have been read
	before  int64  // of which earlier attempts have converted
	printed bool
}

func newProgress(j *job) *progress {
	p := &progress{out: os.Stderr, terminal: j.Terminal, start: time.Now(), stop: make(chan struct{})}
	for i, in := range j.Inputs {
		p.total += in.Size
		if i < len(j.journal.done) {
			p.before += in.Size
		}
	}
	p.counts = j.journal.counts()
	p.done = p.before
	p.ended.Add(1)
	go p.show()
	return p
}

func (p *progress) show() {
	defer p.ended.Done()
	every := 10 * time.Second
	if p.terminal {
		every = 200 * time.Millisecond
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
			p.print()
		}
	}
}

func (p *progress) print() {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.line(time.Since(p.start))
	if p.terminal {
		line = "\r" + line + "\x1b[K"
	} else {
		line += "\n"
	}
	p.printed = true
	fmt.Fprint(p.out, line)
}

// line returns the progress after a time.
func (p *progress) line(took time.Duration) string {
	line := fmt.Sprintf("%d records", p.counts.In)
	if p.counts.Dead > 0 {
		line += fmt.Sprintf(", %d dead letters", p.counts.Dead)
	}
	if seconds := took.Seconds(); seconds > 0 {
		line += fmt.Sprintf(", %.0f records/s", float64(p.records)/seconds)
	}
	if p.total > 0 {
		line += fmt.Sprintf(", %.0f %%", 100*float64(min(p.done, p.total))/float64(p.total))
	}
	if read := p.done - p.before; read > 0 && p.done < p.total {
		left := time.Duration(float64(took) * float64(p.total-p.done) / float64(read))
		line += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return line
}

// read counts bytes that have been read.
func (p *progress) read(n int) {
	p.mu.Lock()
	p.done += int64(n)
	p.mu.Unlock()
}

// skip counts bytes of the input that earlier attempts have converted.
func (p *progress) skip(n int64) {
	p.mu.Lock()
	p.done += n
	p.before += n
	p.mu.Unlock()
}

// wrote counts records.
func (p *progress) wrote(c Counts) {
	p.mu.Lock()
	p.counts.Add(c)
	p.records += c.In
	p.mu.Unlock()
}

// end ends the progress, and clears its line.
func (p *progress) end() {
	close(p.stop)
	p.ended.Wait()
	if p.terminal && p.printed {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
