package adapter

import (
	"slices"
	"strings"

	"bale/codec"
	"bale/gen/emit"
)

// MethodCalls returns the receiver and the calls of the methods that bale gen has written for a type of the user's package, as a program makes them.
// The carrier is converted to the type name, which may stand for a type that cannot have methods.
func MethodCalls(s emit.MethodSet, name string) (receiver string, calls codec.Code) {
	receiver = "(*" + name + ")(c)"
	call := func(method, args string) string {
		return receiver + "." + strings.ReplaceAll(method, "S", s.Suffix()) + "(" + args + ")"
	}
	c := codec.Code{
		Marshal: "return " + call("MarshalS", ""), MarshalReuse: "return " + call("AppendS", "buf"),
		Unmarshal: "return " + call("UnmarshalS", "b"), UnmarshalAlias: "return " + call("UnmarshalSAlias", "b"),
		Shared: true,
	}
	c.UnmarshalReuse, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalAlias
	if reset := "Reset" + s.Suffix(); slices.Contains(s.Names(), reset) {
		// UnmarshalProto alone drops all that a message refers to, since programs share messages.
		c.UnmarshalReuse = call("ResetS", "") + "\n" + c.UnmarshalReuse
		c.UnmarshalAliasReuse = call("ResetS", "") + "\n" + c.UnmarshalAliasReuse
	}
	return receiver, c
}
