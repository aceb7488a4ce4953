// Package matrix is a shape of matrices: lists of lists, and arrays of arrays. It imitates a layer of a neural network as gonum or a file of
// safetensors holds it, with the position of a node of glTF.
package matrix

import "math/rand/v2"

// Matrix has the parameters of one layer.
type Matrix struct {
	Name      string
	Shape     []int32       // 2 in the samples: the numbers of rows and columns
	Weights   [][]float32   // 32 rows of 48 in the samples, with a mean of 0 and a deviation of 0.05
	Bias      []float32     // one for each row
	Moments   [][]float64   // 4 rows of 32 in the samples
	Classes   [][]int32     // 8 rows of 8 in the samples, a confusion matrix: 0 to some thousands, most of them small
	Transform [4][4]float64 // the last row is 0 0 0 1
}

const rows, columns = 32, 48

// BaleSamples makes n layers from r; the same r gives the same layers.
func BaleSamples(r *rand.Rand, n int) []Matrix {
	s := make([]Matrix, n)
	for i := range s {
		s[i] = Matrix{
			Name:    "encoder.layer." + string(rune('0'+r.IntN(10))) + ".dense",
			Shape:   []int32{rows, columns},
			Weights: make([][]float32, rows),
			Bias:    normal[float32](r, rows, 0.05),
			Moments: make([][]float64, 4),
			Classes: make([][]int32, 8),
		}
		for k := range s[i].Weights {
			s[i].Weights[k] = normal[float32](r, columns, 0.05)
		}
		for k := range s[i].Moments {
			s[i].Moments[k] = normal[float64](r, rows, 1e-3)
		}
		for k := range s[i].Classes {
			s[i].Classes[k] = make([]int32, 8)
			for j := range s[i].Classes[k] {
				s[i].Classes[k][j] = int32(10 * r.ExpFloat64())
			}
			s[i].Classes[k][k] += 1000 + r.Int32N(1000)
		}
		for k := range 3 {
			copy(s[i].Transform[k][:], normal[float64](r, 4, 1))
		}
		s[i].Transform[3][3] = 1
	}
	return s
}

// normal returns n numbers with a mean of 0.
func normal[T float32 | float64](r *rand.Rand, n int, deviation float64) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(r.NormFloat64() * deviation)
	}
	return list
}
