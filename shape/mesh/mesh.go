// Package mesh is the shape of the data set mesh of rust_serialization_benchmark: triangles. The values are random numbers of 0 to 1, as
// there.
package mesh

import "math/rand/v2"

// Mesh is measured at the length 10,000. The data set has 125,000 triangles, which take 6 MB.
type Mesh []Triangle

// A Triangle has three corners and its normal.
type Triangle struct{ V0, V1, V2, Normal Vector3 }

// A Vector3 is a point or a direction.
type Vector3 struct{ X, Y, Z float32 }

// BaleSamples makes n triangles from r; the same r gives the same triangles.
func BaleSamples(r *rand.Rand, n int) []Triangle {
	s := make([]Triangle, n)
	vector := func() Vector3 { return Vector3{r.Float32(), r.Float32(), r.Float32()} }
	for i := range s {
		s[i] = Triangle{vector(), vector(), vector(), vector()}
	}
	return s
}
