// Package steps takes the steps of a program and prints a line of JSON for each.
package steps

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"
)

// Address is what a client needs to connect.
type Address struct {
	Host     string `json:"host"`
	Port     int    `json:"port"`
	User     string `json:"user"`
	Password string `json:"password"`
	Database string `json:"database"`
}

// Questions that every program asks.
const (
	Grouped = "SELECT status, COUNT(*) AS n, SUM(total) AS total, SUM(revenue) AS revenue, MIN(created_at) AS first " +
		"FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST"
	Rows       = "SELECT id, customer_id, status, amount, price, is_paid, created_at FROM orders WHERE id <= 5 ORDER BY id"
	Paged      = "SELECT id, status, amount FROM orders ORDER BY id"
	Slow       = "SELECT COUNT(*) AS n FROM slow"
	Parameters = "SELECT id, status, created_at FROM orders WHERE status = $1 AND id <= $2 AND created_at >= $3 ORDER BY id"
	Values     = "SELECT 12345678901::int8 AS a, 7::int4 AS b, 3::int2 AS c, 1.50::numeric(10,2) AS d, 0.1::float8 AS e, " +
		"0.5::float4 AS f, true AS g, 'é'::text AS h, DATE '2024-02-29' AS i, TIMESTAMP '2024-02-29 10:11:12.000345' AS j, " +
		"NULL::text AS k, ARRAY['x', NULL, 'y']::text[] AS l, TIMESTAMPTZ '2024-02-29 10:11:12+00' AS m"
	List     = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1"
	Describe = "SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull FROM pg_attribute a " +
		"WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 ORDER BY a.attnum"
)

// Later is the third parameter of Parameters.
var Later = time.Date(2024, 1, 1, 2, 0, 0, 0, time.UTC)

// Wire is the address of the server.
var Wire = readAddress()

func readAddress() Address {
	var read Address
	if err := json.Unmarshal([]byte(os.Getenv("WIRE")), &read); err != nil {
		panic(err)
	}
	return read
}

// Shown writes a value with its type.
func Shown(value any) any {
	switch one := value.(type) {
	case nil, bool, string:
		return one
	case []any:
		items := []any{}
		for _, item := range one {
			items = append(items, Shown(item))
		}
		return items
	case [][]any:
		items := []any{}
		for _, item := range one {
			items = append(items, Shown(item))
		}
		return items
	case []byte:
		return "bytes:" + string(one)
	case time.Time:
		return "Time:" + one.UTC().Format(time.RFC3339Nano)
	case *big.Int:
		return "Int:" + one.String()
	case fmt.Stringer:
		return fmt.Sprintf("%T:%s", one, one)
	}
	return fmt.Sprintf("%T:%v", value, value)
}

// A line begins with the name of its step.
type line struct {
	Step  string `json:"step"`
	Got   any    `json:"got,omitempty"`
	Error string `json:"error,omitempty"`
	Lacks string `json:"lacks,omitempty"`
}

func say(one line) {
	text, err := json.Marshal(one)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

// Step takes a step, which ends after a minute. The program goes on after an error.
func Step(name string, act func() (any, error)) {
	done := make(chan line, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done <- line{Step: name, Error: fmt.Sprint(fault)}
			}
		}()
		got, err := act()
		if err != nil {
			done <- line{Step: name, Error: strings.Join(strings.Fields(err.Error()), " ")}
			return
		}
		done <- line{Step: name, Got: Shown(got)}
	}()
	select {
	case one := <-done:
		say(one)
	case <-time.After(time.Minute):
		say(line{Step: name, Error: "the step took longer than a minute"})
	}
}

// Lacks says why the client has no such step.
func Lacks(name, why string) {
	say(line{Step: name, Lacks: why})
}

// AwaitRestart has the server started again.
func AwaitRestart() {
	say(line{Step: "restart"})
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	if strings.TrimSpace(answer) != "restarted" {
		os.Exit(1)
	}
}
