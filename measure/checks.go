package measure

// Branching lists codecs whose time depends on branch prediction, the most sensitive first: they branch on the length of each
// integer. Timing them with more sample values shows whether there are enough.
var Branching = []string{"gencode/varint", "colfer", "handwritten/selftime", "msgp", "vtprotobuf", "bale/varint"}

// FixedWidth lists codecs that encode every number with a fixed width. More sample values make them slower only because the values take more
// room in the processor's caches, which affects all codecs.
var FixedWidth = []string{"gencode/fixed", "bale/fixed", "gencode/unsafe", "benc"}
