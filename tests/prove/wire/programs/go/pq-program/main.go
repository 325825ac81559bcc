// Program pq-program asks by lib/pq and database/sql.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/lib/pq"

	"wire-programs/steps"
)

var all = context.Background()

func connect(tls string) *sql.DB {
	address := url.URL{
		Scheme: "postgres", User: url.UserPassword(steps.Wire.User, steps.Wire.Password),
		Host: fmt.Sprintf("%s:%d", steps.Wire.Host, steps.Wire.Port), Path: "/" + steps.Wire.Database,
		RawQuery: "connect_timeout=20&sslmode=" + tls,
	}
	own, err := sql.Open("postgres", address.String())
	if err != nil {
		panic(err)
	}
	own.SetMaxOpenConns(1)
	return own
}

type asker interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

func ask(own asker, text string, given ...any) (any, error) {
	rows, err := own.QueryContext(all, text, given...)
	if err != nil {
		return nil, err
	}
	return read(rows)
}

func read(rows *sql.Rows) (any, error) {
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	columns := []any{}
	for _, one := range types {
		precision, scale, has := one.DecimalSize()
		columns = append(columns, []any{one.Name(), one.DatabaseTypeName(), precision, scale, has})
	}
	values := []any{}
	for rows.Next() {
		row := make([]any, len(types))
		places := make([]any, len(types))
		for at := range row {
			places[at] = &row[at]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		values = append(values, row)
	}
	return []any{columns, values}, rows.Err()
}

func code(err error) (string, error) {
	var refused *pq.Error
	if errors.As(err, &refused) {
		return string(refused.Code), nil
	}
	return "", fmt.Errorf("no error of the server: %w", err)
}

func main() {
	for _, tls := range []string{"disable", "require"} {
		name := map[string]string{"disable": "connect", "require": "connect with TLS"}[tls]
		steps.Step(name, func() (any, error) {
			own := connect(tls)
			defer own.Close()
			if err := own.Ping(); err != nil {
				return nil, err
			}
			return ask(own, "SELECT 1::int8 AS a")
		})
	}
	own := connect("disable")
	steps.Step("list", func() (any, error) { return ask(own, steps.List, "public") })
	steps.Step("describe", func() (any, error) { return ask(own, steps.Describe, "orders") })
	steps.Step("group", func() (any, error) { return ask(own, steps.Grouped) })
	steps.Step("rows", func() (any, error) { return ask(own, steps.Rows) })
	steps.Step("values", func() (any, error) { return ask(own, steps.Values) })
	steps.Step("parameters", func() (any, error) {
		statement, err := own.Prepare(steps.Parameters)
		if err != nil {
			return nil, err
		}
		defer statement.Close()
		var last any
		for range 7 {
			rows, err := statement.Query("new", 20, steps.Later)
			if err != nil {
				return nil, err
			}
			if last, err = read(rows); err != nil {
				return nil, err
			}
		}
		return last, nil
	})
	steps.Step("parameters of arrays", func() (any, error) {
		text := "SELECT id FROM orders WHERE status = ANY($1::text[]) AND id <= 10 ORDER BY id"
		return ask(own, text, pq.Array([]string{"new", "done"}))
	})
	steps.Step("several statements", func() (any, error) {
		rows, err := own.Query("SELECT 1::int8 AS a; SELECT 2::int8 AS b")
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		values := []any{}
		for {
			for rows.Next() {
				var value int64
				if err := rows.Scan(&value); err != nil {
					return nil, err
				}
				values = append(values, value)
			}
			if !rows.NextResultSet() {
				return values, rows.Err()
			}
		}
	})
	steps.Step("page", func() (any, error) {
		transaction, err := own.Begin()
		if err != nil {
			return nil, err
		}
		defer transaction.Rollback()
		if _, err := transaction.Exec("DECLARE pages CURSOR FOR " + steps.Paged); err != nil {
			return nil, err
		}
		pages := []any{}
		for range 4 {
			read, err := ask(transaction, "FETCH 300 FROM pages")
			if err != nil {
				return nil, err
			}
			rows := read.([]any)[1].([]any)
			pages = append(pages, []any{len(rows), rows[0]})
		}
		return pages, nil
	})
	steps.Step("transaction with an error", func() (any, error) {
		transaction, err := own.BeginTx(all, &sql.TxOptions{Isolation: sql.LevelSerializable, ReadOnly: true})
		if err != nil {
			return nil, err
		}
		_, err = ask(transaction, "SELECT 1/0")
		failed, err := code(err)
		if err != nil {
			return nil, err
		}
		if err := transaction.Rollback(); err != nil {
			return nil, err
		}
		rows, err := ask(own, "SELECT 2::int8 AS a")
		return []any{failed, rows}, err
	})
	steps.Step("refuse", func() (any, error) {
		_, err := ask(own, "SELECT * FROM nothing_there")
		refused, err := code(err)
		if err != nil {
			return nil, err
		}
		rows, err := ask(own, "SELECT 1::int8 AS a")
		return []any{refused, rows}, err
	})
	for _, tls := range []string{"disable", "require"} {
		name := map[string]string{"disable": "cancel", "require": "cancel with TLS"}[tls]
		steps.Step(name, func() (any, error) {
			other := connect(tls)
			defer other.Close()
			ends, end := context.WithTimeout(all, time.Second)
			defer end()
			rows, err := other.QueryContext(ends, steps.Slow)
			if err == nil {
				_, err = read(rows)
			}
			if err == nil {
				return nil, errors.New("was answered")
			}
			answer, err := ask(other, "SELECT 1::int8 AS a")
			return answer, err
		})
	}
	steps.AwaitRestart()
	steps.Step("reconnect", func() (any, error) {
		// database/sql takes another connection for one that is broken.
		var rows any
		var err error
		for range 3 {
			if rows, err = ask(own, steps.Grouped); err == nil {
				return rows, nil
			}
		}
		return rows, err
	})
}
