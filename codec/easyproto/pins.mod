module balepins

go 1.23

require github.com/VictoriaMetrics/easyproto v1.2.0
