package unions

func init() { baleSameTexts = 400 }
