package avrofile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"bale/runner/convert/container"
)

// A reader reads the records of a file. The offset and the length of a record are those of its block. A damaged block is one record with an error,
// after which reading goes on behind the next marker.
type reader struct {
	source
	limit  int
	schema string // of the codec
	marker [markerSize]byte
	ended  bool
	lost   bool // the last block was damaged, and no marker was found in it

	*decoder                  // nil before the header
	block    container.Record // the first record of the block without its data
	data     []byte           // the block as the file has it
	rest     []byte           // the records of the block that have not been returned
	count    int64            // of these records
}

// Next implements container.Reader.
func (r *reader) Next() (container.Record, error) {
	if r.decoder == nil && !r.ended {
		if rec, err := r.header(); err != nil || rec.Err != nil {
			return rec, err
		}
	}
	for r.count == 0 && len(r.rest) == 0 {
		if r.ended {
			return container.Record{}, io.EOF
		}
		if rec, err := r.nextBlock(); err != nil || rec.Err != nil {
			return rec, err
		}
	}
	return r.record(), nil
}

// header reads the header. If it is not one of records that the codec decodes, the record has an error, and no record follows.
func (r *reader) header() (container.Record, error) {
	entries, marker, err := readHeader(&r.source)
	rec := container.Record{Length: r.at, Cut: true}
	switch {
	case isEnd(err):
		rec.Err = errors.New("the input ends within the header of an Avro object container file")
	case errors.Is(err, errHeader):
		rec.Err = err
	case err != nil:
		return rec, err
	default:
		r.marker = marker
		r.decoder, rec.Err = newDecoder(entries, r.schema)
	}
	r.ended = rec.Err != nil
	return rec, nil
}

// nextBlock reads a block. If it is damaged, the record has an error.
func (r *reader) nextBlock() (container.Record, error) {
	rec := container.Record{Offset: r.at}
	count, err := binary.ReadVarint(&r.source)
	if err == io.EOF && r.at == rec.Offset {
		r.ended = true
		return rec, nil
	}
	var size int64
	if err == nil {
		size, err = binary.ReadVarint(&r.source)
	}
	switch {
	case isEnd(err):
		return r.torn(rec), nil
	case r.failed != nil:
		return rec, r.failed
	case err != nil || count < 0 || size < 0:
		rec.Err = errors.New("a block without its numbers of records and bytes")
	case max(count, size) > int64(r.limit):
		rec.Err = fmt.Errorf("the block has %d records in %d bytes, and the limit of both is %d: raise it with -max-record", count, size, r.limit)
	}
	r.data = r.data[:0]
	if rec.Err != nil {
		return r.resume(rec)
	}
	if r.data, err = readN(&r.source, r.data, int(size)+markerSize); isEnd(err) {
		return r.torn(rec), nil
	} else if err != nil {
		return rec, err
	}
	if !bytes.Equal(r.data[size:], r.marker[:]) {
		rec.Err = errors.New("the block does not end with the marker of the file")
		return r.resume(rec)
	}
	r.lost = false
	rec.Length = r.at - rec.Offset
	data := r.data[:size]
	if r.rest, err = r.decompress(data, r.limit); err != nil {
		rec.Err = fmt.Errorf("the block cannot be decompressed to at most %d bytes, which is -max-record: %w", r.limit, err)
		return beginning(rec, data), nil
	}
	r.block, r.count = rec, count
	return rec, nil
}

// record returns the next record of the block.
func (r *reader) record() container.Record {
	rec := r.block
	r.block.Index++
	if r.count == 0 {
		rec.Err = fmt.Errorf("the block has %d bytes after its records", len(r.rest))
		rec.Data, r.rest = r.rest, nil
		return rec
	}
	n, err := r.length(r.rest)
	if err != nil {
		rec.Err = fmt.Errorf("the last %d records of the block cannot be told apart: %w", r.count, err)
		rec.Data, r.rest, r.count = r.rest, nil, 0
		return rec
	}
	rec.Data, r.rest = r.rest[:n], r.rest[n:]
	r.count--
	rec.More = r.count > 0 || len(r.rest) > 0
	return rec
}

// torn returns the record for a block in which the input ends.
func (r *reader) torn(rec container.Record) container.Record {
	r.ended = true
	rec.Length, rec.Err = r.at-rec.Offset, errors.New("the input ends within a block")
	return beginning(rec, r.data)
}

// resume continues after a damaged block, of which r.data has been read: behind the next marker, which may be in r.data, since the length of the
// block may be wrong. If only its marker is damaged, the next block begins here.
func (r *reader) resume(rec container.Record) (container.Record, error) {
	here := len(r.data) > 0 && !r.lost
	r.lost = true
	if i := bytes.Index(r.data, r.marker[:]); i >= 0 && r.putBack(r.data[i+markerSize:]) {
		r.data, r.lost = r.data[:i], false
	} else if here {
		rec.Length = r.at - rec.Offset
		return beginning(rec, r.data), nil
	} else if err := r.skipTo(r.marker); isEnd(err) {
		r.ended = true
	} else if err != nil {
		return rec, err
	}
	rec.Length = r.at - rec.Offset
	rec = beginning(rec, r.data)
	rec.Cut = true
	return rec, nil
}

// beginning returns rec with the beginning of data.
func beginning(rec container.Record, data []byte) container.Record {
	const most = 64 << 10
	rec.Data, rec.Cut = data[:min(len(data), most)], len(data) > most
	return rec
}
