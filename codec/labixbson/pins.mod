module balepins

go 1.22

require labix.org/v2/mgo v0.0.0-20140701140051-000000000287
