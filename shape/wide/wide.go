// Package wide is a shape of 200 fields, most of which are zero. It imitates an execution report of the Financial Information eXchange
// protocol (FIX 5.0), of whose some 200 fields a message has about twenty. The names are those of FIX.
package wide

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"time"
)

// Wide is a report about an order. In the samples, 12 fields are always set, and at most 8 of the others.
type Wide struct {
	OrderID, ClOrdID, ExecID, Symbol, Currency, Account string
	Side, OrdStatus, ExecType                           uint8
	OrderQty, Price                                     float64
	TransactTime                                        time.Time // in UTC, to the millisecond

	ApplID, SecondaryOrderID, SecondaryClOrdID, SecondaryExecID, OrigClOrdID, ClOrdLinkID, QuoteRespID, MassStatusReqID, HostCrossID, ListID string
	CrossID, OrigCrossID, ExecRefID, TrdMatchID, SettlType, SettlCurrency, SymbolSfx, SecurityID, SecurityIDSource, SecurityType             string
	SecuritySubType, MaturityMonthYear, SecurityStatus, CountryOfIssue, StateOrProvinceOfIssue, LocaleOfIssue, CFICode, StrikeCurrency       string
	SecurityGroup, SecurityExchange, Issuer, SecurityDesc, Pool, ProductComplex, SettleMethod, UnitOfMeasure, TimeUnit, ExerciseStyle        string
	BookingUnit, PreallocMethod, AllocID, CashMargin, ClearingFeeIndicator, ExecInst, ExDestination, LastMkt, TradingSessionID               string
	TradingSessionSubID, TimeInForce, ComplianceID, BenchmarkCurveCurrency, BenchmarkCurveName, BenchmarkCurvePoint, BenchmarkSecurityID     string
	BenchmarkSecurityIDSource, CommCurrency, FundRenewWaiv, Text, EncodedText, Designation, TransBkdTime, MultiLegReportingType              string
	MaxShow, PositionEffect, CustOrderCapacity, OrderCapacity, OrderRestrictions, PreTradeAnonymity, Agreement, AgreementID                  string

	ApplSeqNum, ApplLastSeqNum, TotNumReports, TradeDate, SettlDate, MaturityDate, MaturityTime, IssueDate, RepurchaseTerm, RedemptionDate int64
	InterestAccrualDate, ContractSettlMonth, CPProgram, DatedDate, PositionLimit, NTPositionLimit, MinQty, MatchIncrement, MaxPriceLevels  int64
	EffectiveTime, ExpireDate, ExpireTime, TradeOriginationDate, ExDate, AgreementDate, StartDate, EndDate                                 int64
	ListSeqNo, ExecValuationDate, AggregateID, VersionNumber, ReplaceSeqNum                                                                int64

	PriceType, OrdType, OrdRejReason, ExecRestatementReason, AccountType, AcctIDSource, QtyType, Product, InstrRegistry, CouponFrequency int32
	PegMoveType, PegOffsetType, PegLimitType, PegRoundDirection, PegScope, DiscretionMoveType, DiscretionOffsetType, DiscretionLimitType int32
	DiscretionRoundDirection, DiscretionScope, TargetStrategy, LastCapacity, PriorityIndicator                                           int32

	StrikePrice, StrikeMultiplier, StrikeValue, ContractMultiplier, MinPriceIncrement, UnitOfMeasureQty, CouponRate, Factor, CashOrderQty   float64
	OrderPercent, RoundingModulus, StopPx, PegOffsetValue, PeggedPrice, DiscretionOffsetValue, DiscretionPrice, TargetStrategyPerformance   float64
	ParticipationRate, LastQty, UnderlyingLastQty, LastPx, UnderlyingLastPx, LastParPx, LastSpotRate, LastForwardPoints, LeavesQty, CumQty  float64
	AvgPx, DayOrderQty, DayCumQty, DayAvgPx, Commission, Spread, BenchmarkPrice, Yield, RedemptionPrice, GrossTradeAmt, InterestAtMaturity  float64
	AccruedInterestRate, AccruedInterestAmt, EndAccruedInterestAmt, StartCash, EndCash, TradedFlatRate, Concession, TotalTakedown, NetMoney float64
	SettlCurrAmt, SettlCurrFxRate, BasisFeaturePrice, LastSwapPoints, PriceImprovement, DisplayQty, RefreshQty                              float64

	SolicitedFlag, ReportToExch, GTBookingInst, LastRptRequested, CopyMsgIndicator, AggressorIndicator, ForexReq, LocateReqd, WorkingIndicator bool
}

// always is the number of fields, the first ones, that all reports have.
const always = 12

// BaleSamples makes n reports from r; the same r gives the same reports.
func BaleSamples(r *rand.Rand, n int) []Wide {
	s := make([]Wide, n)
	symbols := []string{"AAPL", "MSFT", "VOD.L", "SAP.DE", "7203.T", "EUR/USD", "BRK.B", "ESZ6"}
	for i := range s {
		w := &s[i]
		v := reflect.ValueOf(w).Elem()
		for range 8 {
			fill(r, v.Field(always+r.IntN(v.NumField()-always)))
		}
		w.OrderID, w.ClOrdID, w.ExecID = fmt.Sprintf("%012d", r.Uint64N(1e12)), fmt.Sprintf("C%08x", r.Uint32()), fmt.Sprintf("E%010x", r.Uint64N(1<<40))
		w.Symbol, w.Currency, w.Account = symbols[r.IntN(len(symbols))], []string{"USD", "EUR", "GBP", "JPY"}[r.IntN(4)], fmt.Sprintf("ACC-%05d", r.IntN(1e5))
		w.Side, w.OrdStatus, w.ExecType = uint8('1'+r.IntN(2)), uint8('0'+r.IntN(3)), 'F'
		w.OrderQty, w.Price = float64(100*(1+r.IntN(1000))), float64(1+r.IntN(1e6))/100
		w.TransactTime = time.UnixMilli(1767225600e3 + r.Int64N(1e10)).UTC()
	}
	return s
}

// fill sets a field to a random value that is not zero.
func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int32:
		v.SetInt(1 + r.Int64N(12))
	case reflect.Int64:
		v.SetInt(1 + r.Int64N(30_000_000)>>r.IntN(25)) // dates are numbers such as 20261231
	case reflect.Float64:
		v.SetFloat(float64(1+r.IntN(1e6)) / 100)
	case reflect.String:
		b := make([]byte, 1+r.IntN(16))
		for i := range b {
			b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[r.IntN(36)]
		}
		v.SetString(string(b))
	}
}
