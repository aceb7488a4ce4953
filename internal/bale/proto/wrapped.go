package proto

import (
	"encoding/binary"
	"math"
)

// WrappedFloat64Bytes returns x as a google.protobuf.DoubleValue.
func WrappedFloat64Bytes(x float64) ([]byte, error) {
	if x == 0 {
		return nil, nil
	}
	return binary.LittleEndian.AppendUint64([]byte{1<<3 | 1}, math.Float64bits(x)), nil
}

// SetWrappedFloat64 decodes a google.protobuf.DoubleValue.
func SetWrappedFloat64(x *float64, b []byte) error {
	value := 0.0
	err := eachField(b, 1, 1, func(_ int32, _ uint64, part []byte) {
		value = math.Float64frombits(binary.LittleEndian.Uint64(part))
	})
	if err == nil {
		*x = value
	}
	return err
}

// WrappedFloat32Bytes returns x as a google.protobuf.FloatValue.
func WrappedFloat32Bytes(x float32) ([]byte, error) {
	if x == 0 {
		return nil, nil
	}
	return binary.LittleEndian.AppendUint32([]byte{1<<3 | 5}, math.Float32bits(x)), nil
}

// SetWrappedFloat32 decodes a google.protobuf.FloatValue.
func SetWrappedFloat32(x *float32, b []byte) error {
	value := float32(0)
	err := eachField(b, 1, 5, func(_ int32, _ uint64, part []byte) {
		value = math.Float32frombits(binary.LittleEndian.Uint32(part))
	})
	if err == nil {
		*x = value
	}
	return err
}

// WrappedInt64Bytes returns x as a google.protobuf.Int64Value.
func WrappedInt64Bytes(x int64) ([]byte, error) { return appendNumber(nil, 1<<3, uint64(x)), nil }

// SetWrappedInt64 decodes a google.protobuf.Int64Value.
func SetWrappedInt64(x *int64, b []byte) error { return setWrapped(x, b) }

// WrappedUint64Bytes returns x as a google.protobuf.UInt64Value.
func WrappedUint64Bytes(x uint64) ([]byte, error) { return appendNumber(nil, 1<<3, x), nil }

// SetWrappedUint64 decodes a google.protobuf.UInt64Value.
func SetWrappedUint64(x *uint64, b []byte) error { return setWrapped(x, b) }

// WrappedInt32Bytes returns x as a google.protobuf.Int32Value.
func WrappedInt32Bytes(x int32) ([]byte, error) { return appendNumber(nil, 1<<3, uint64(x)), nil }

// SetWrappedInt32 decodes a google.protobuf.Int32Value.
func SetWrappedInt32(x *int32, b []byte) error { return setWrapped(x, b) }

// WrappedUint32Bytes returns x as a google.protobuf.UInt32Value.
func WrappedUint32Bytes(x uint32) ([]byte, error) {
	return appendNumber(nil, 1<<3, uint64(x)), nil
}

// SetWrappedUint32 decodes a google.protobuf.UInt32Value.
func SetWrappedUint32(x *uint32, b []byte) error { return setWrapped(x, b) }

// setWrapped decodes a message whose only field is an integer.
func setWrapped[T int32 | uint32 | int64 | uint64](x *T, b []byte) error {
	value := T(0)
	err := eachField(b, 1, 0, func(_ int32, v uint64, _ []byte) { value = T(v) })
	if err == nil {
		*x = value
	}
	return err
}

// WrappedBoolBytes returns x as a google.protobuf.BoolValue.
func WrappedBoolBytes(x bool) ([]byte, error) {
	if !x {
		return nil, nil
	}
	return []byte{1 << 3, 1}, nil
}

// SetWrappedBool decodes a google.protobuf.BoolValue.
func SetWrappedBool(x *bool, b []byte) error {
	value := false
	err := eachField(b, 1, 0, func(_ int32, v uint64, _ []byte) { value = v != 0 })
	if err == nil {
		*x = value
	}
	return err
}

// WrappedStringBytes returns x as a google.protobuf.StringValue.
func WrappedStringBytes(x string) ([]byte, error) { return WrappedBytesBytes([]byte(x)) }

// SetWrappedString decodes a google.protobuf.StringValue.
func SetWrappedString(x *string, b []byte) error {
	value := ""
	err := eachField(b, 1, 2, func(_ int32, _ uint64, part []byte) { value = string(part) })
	if err == nil {
		*x = value
	}
	return err
}

// WrappedBytesBytes returns x as a google.protobuf.BytesValue.
func WrappedBytesBytes(x []byte) ([]byte, error) {
	if len(x) == 0 {
		return nil, nil
	}
	return append(binary.AppendUvarint([]byte{1<<3 | 2}, uint64(len(x))), x...), nil
}

// SetWrappedBytes decodes a google.protobuf.BytesValue.
func SetWrappedBytes(x *[]byte, b []byte) error {
	var value []byte
	err := eachField(b, 1, 2, func(_ int32, _ uint64, part []byte) { value = append([]byte{}, part...) })
	if err == nil {
		*x = value
	}
	return err
}
