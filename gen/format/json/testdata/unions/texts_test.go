package unions

func init() { baleSameTexts = 800 }
