package harness

// The operations and the parts of a class, as requests and the keys of loops have them. They are those of package measure, which is
// not compiled into runners.
const (
	opEncode     = "encode"
	opDecode     = "decode"
	formConvert  = "convert"
	formNative   = "native"
	memoryFresh  = "fresh"
	memoryReuse  = "reuse"
	stringsCopy  = "copy"
	stringsAlias = "alias"
	procsPar     = "par"
)

// loopKey is the key of the loop that does op in a class.
func loopKey(op, form, memory, strings string) string {
	return op + "/" + form + "," + memory + "," + strings
}

// A Task is what a request asks for.
type Task string

// The tasks.
const (
	Prove     Task = "prove"     // prove the round trips
	Calibrate Task = "calibrate" // find how many operations make a block
	Block     Task = "block"     // measure a block
)
