package migrate

// A Session is the type of today. Its messages begin with a stamp, so that those of another type are an error.
//
//bale:gen
type Session struct {
	User  string
	Roles []string
}

// A SessionV1 is the type of messages that are stored already.
//
//bale:gen
type SessionV1 struct {
	User string
	Role string
}

// DecodeSession decodes a message of either type.
func DecodeSession(b []byte, s *Session) error {
	err := s.UnmarshalBinary(b)
	if err == nil {
		return nil
	}
	var old SessionV1
	if old.UnmarshalBinary(b) != nil {
		return err
	}
	*s = Session{User: old.User, Roles: []string{old.Role}}
	return nil
}
