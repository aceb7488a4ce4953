package json

// AppendAny appends what encoding/json writes for v.
func (e *Output) AppendAny(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return append(AppendText(append(b, '"'), v), '"')
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case int:
		return AppendInt(b, int64(v))
	case int64:
		return AppendInt(b, v)
	case float64:
		return e.AppendFloat64(b, v)
	case []any:
		return e.appendList(b, v)
	case map[string]any:
		return e.appendMap(b, v)
	}
	if b, ok := e.appendRoot(b, v); ok {
		return b
	}
	return e.AppendLibrary(b, v)
}

// appendList appends a list of values.
func (e *Output) appendList(b []byte, list []any) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	if e.Depth++; e.Depth > MaxDepth && !e.Enter(list) {
		return b
	}
	b = append(b, '[')
	for _, x := range list {
		b = append(e.AppendAny(b, x), ',')
	}
	if e.Depth > MaxDepth {
		e.Leave(list)
	}
	e.Depth--
	return Close(b, ']')
}

// appendMap appends a map of values.
func (e *Output) appendMap(b []byte, m map[string]any) []byte {
	if m == nil {
		return append(b, "null"...)
	}
	if e.Depth++; e.Depth > MaxDepth && !e.Enter(m) {
		return b
	}
	b = append(b, '{')
	n := len(e.Keys)
	for _, k := range Keys(e, m) {
		b = append(AppendText(append(b, '"'), k), '"', ':')
		b = append(e.AppendAny(b, m[k]), ',')
	}
	e.Keys = e.Keys[:n]
	if e.Depth > MaxDepth {
		e.Leave(m)
	}
	e.Depth--
	return Close(b, '}')
}

// Any decodes the value at n. A pointer that *v holds is for encoding/json, which may decode into what it points to.
func (d *Input) Any(v *any, n int) int {
	switch (*v).(type) {
	case nil, bool, float64, string, []any, map[string]any:
		x, end := d.value(n)
		if end >= 0 {
			*v = x
		}
		return end
	}
	if d.Used { // what it points to may be shared with other parts, of which there are copies
		return -1
	}
	return d.Library(v, n)
}

// value decodes the value at n into the types that encoding/json chooses.
func (d *Input) value(n int) (any, int) {
	b := d.B
	if n >= len(b) {
		return nil, -1
	}
	switch b[n] {
	case '"':
		s, end := d.Text(n)
		return s, end
	case 't', 'f':
		x, end := Bool(b, n)
		return x, end
	case 'n':
		return nil, Null(b, n)
	case '[':
		return d.values(n)
	case '{':
		return d.object(n)
	}
	x, end := Float64(b, n)
	return x, end
}

// values decodes the list at n.
func (d *Input) values(n int) (any, int) {
	b, list := d.B, []any{}
	if !d.Enter() {
		return nil, -1
	}
	defer func() { d.Depth-- }()
	if n = Space(b, n+1); n < len(b) && b[n] == ']' {
		return list, n + 1
	}
	for {
		x, end := d.value(n)
		if end < 0 {
			return nil, -1
		}
		list = append(list, x)
		switch n = Space(b, end); {
		case n < len(b) && b[n] == ',':
			n = Space(b, n+1)
		case n < len(b) && b[n] == ']':
			return list, n + 1
		default:
			return nil, -1
		}
	}
}

// object decodes the object at n.
func (d *Input) object(n int) (any, int) {
	b, m := d.B, map[string]any{}
	if !d.Enter() {
		return nil, -1
	}
	defer func() { d.Depth-- }()
	if n = Space(b, n+1); n < len(b) && b[n] == '}' {
		return m, n + 1
	}
	for {
		key, end := d.Text(Space(b, n))
		if n = Colon(b, end); n < 0 {
			return nil, -1
		}
		x, end := d.value(n)
		if end < 0 {
			return nil, -1
		}
		m[key] = x
		switch n = Space(b, end); {
		case n < len(b) && b[n] == ',':
			n = Space(b, n+1)
		case n < len(b) && b[n] == '}':
			return m, n + 1
		default:
			return nil, -1
		}
	}
}
