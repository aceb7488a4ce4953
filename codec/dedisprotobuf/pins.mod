module balepins

go 1.22

require go.dedis.ch/protobuf v1.0.11
