// Package web has handlers of net/http that read and write orders as JSON or in a binary format, as the client asks.
package web

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"example.com/hosts/order"
)

// The media types of orders.
const (
	JSON     = "application/json"
	Protobuf = "application/protobuf"
)

// maxBody is the number of bytes that a request may have.
const maxBody = 1 << 20

// Handler returns a handler that calls handle with the order in a request, and answers with its result.
func Handler(handle func(*order.Order) (*order.Order, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o, status, err := Read(w, r)
		if err != nil {
			http.Error(w, err.Error(), status)
			return
		}
		if o, err = handle(o); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		Write(w, r, o)
	})
}

// Read decodes the order in a request by its Content-Type. With an error, it returns the status of the answer.
func Read(w http.ResponseWriter, r *http.Request) (*order.Order, int, error) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if large := new(http.MaxBytesError); errors.As(err, &large) {
			return nil, http.StatusRequestEntityTooLarge, err
		}
		return nil, http.StatusBadRequest, err
	}
	o := new(order.Order)
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch media {
	case JSON:
		err = o.UnmarshalJSON(b)
	case Protobuf:
		err = o.UnmarshalProto(b)
	default:
		return nil, http.StatusUnsupportedMediaType, fmt.Errorf("content type %q: send %s or %s", media, JSON, Protobuf)
	}
	if err != nil {
		return nil, http.StatusBadRequest, err
	}
	return o, http.StatusOK, nil
}

// Write answers with an order, in the format that the request prefers.
func Write(w http.ResponseWriter, r *http.Request, o *order.Order) {
	media, encode := JSON, o.MarshalJSON
	accept := strings.Join(r.Header.Values("Accept"), ",")
	switch binary, text := quality(accept, Protobuf), quality(accept, JSON); {
	case binary > text:
		media, encode = Protobuf, o.MarshalProto
	case text == 0:
		http.Error(w, "accept "+JSON+" or "+Protobuf, http.StatusNotAcceptable)
		return
	}
	b, err := encode()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("Vary", "Accept")
	w.Write(b)
}

// quality returns the weight that an Accept header gives to a media type: that of the most specific range that includes it.
func quality(accept, media string) float64 {
	if accept == "" {
		return 1
	}
	major, _, _ := strings.Cut(media, "/")
	ranges := []string{"*/*", major + "/*", media}
	best, weight := -1, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		name, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		for i, r := range ranges {
			if name == r && i > best {
				best, weight = i, 1
				if q, err := strconv.ParseFloat(params["q"], 64); err == nil {
					weight = q
				}
			}
		}
	}
	return weight
}
