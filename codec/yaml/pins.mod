module balepins

go 1.22

require go.yaml.in/yaml/v4 v4.0.0
