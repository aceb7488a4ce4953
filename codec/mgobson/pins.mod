module balepins

go 1.22

require gopkg.in/mgo.v2 v2.0.0-20190816093944-a6b53ec6cb22
