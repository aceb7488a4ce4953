package measure

// Branching are codecs whose time depends on what a processor can predict, the most telling first: they branch on the length
// of each integer. Timing them with more sample values tells whether there are enough.
var Branching = []string{"gencode/varint", "colfer", "handwritten/selftime", "msgp", "vtprotobuf", "bale/varint"}

// Steady are codecs that write every number in its whole width: what more sample values cost them, they cost everybody,
// because they take more room in the caches.
var Steady = []string{"gencode/fixed", "bale/fixed", "gencode/unsafe", "benc"}
