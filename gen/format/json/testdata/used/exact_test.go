package used

func init() { exact = true }
