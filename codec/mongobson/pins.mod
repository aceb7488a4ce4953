module balepins

go 1.22

require go.mongodb.org/mongo-driver v1.17.10
