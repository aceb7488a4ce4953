module balepins

go 1.22

require gopkg.in/mgo.v2 v2.0.0-20190816093944-a6b53ec6cb22

require (
	gopkg.in/check.v1 v1.0.0-20201130134442-10cb98267c6c // indirect
	gopkg.in/yaml.v2 v2.4.0 // indirect
)
