package build

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// InParallel calls f for 0 to n-1, one call per processor at a time, and returns when all calls have ended. It makes no new calls after ctx
// is cancelled.
func InParallel(ctx context.Context, n int, f func(i int)) {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range n {
		group.Go(func() error {
			if ctx.Err() == nil {
				f(i)
			}
			return nil
		})
	}
	_ = group.Wait() // the calls return no errors
}
