module balepins

go 1.24

require github.com/amazon-ion/ion-go v1.5.0
