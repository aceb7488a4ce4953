package unions

import "example.org/json/internal/bale/baletest"

func init() { baletest.JSONTexts = 400 }
