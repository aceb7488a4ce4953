module balepins

go 1.22

require labix.org/v2/mgo v0.0.0-20140701140051-000000000287

require launchpad.net/gocheck v0.0.0-20140225173054-000000000087 // indirect
