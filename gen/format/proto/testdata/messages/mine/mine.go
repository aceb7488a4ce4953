// Package mine declares types with the fields of messages in another package.
package mine

import "google.golang.org/protobuf/types/descriptorpb"

type (
	//bale:gen wire=proto
	FeatureSet descriptorpb.FeatureSet
	//bale:gen wire=proto
	DescriptorProto descriptorpb.DescriptorProto
)
