module balepins

go 1.22

require go.mongodb.org/mongo-driver/v2 v2.9.3
