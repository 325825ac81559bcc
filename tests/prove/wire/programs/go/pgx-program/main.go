// Program pgx-program asks by pgx.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"wire-programs/steps"
)

var all = context.Background()

func connect(tls string, more ...string) (*pgx.Conn, error) {
	query := url.Values{"sslmode": {tls}, "connect_timeout": {"20"}}
	for at := 0; at < len(more); at += 2 {
		query.Set(more[at], more[at+1])
	}
	address := url.URL{
		Scheme: "postgres", User: url.UserPassword(steps.Wire.User, steps.Wire.Password),
		Host: fmt.Sprintf("%s:%d", steps.Wire.Host, steps.Wire.Port), Path: "/" + steps.Wire.Database, RawQuery: query.Encode(),
	}
	return pgx.Connect(all, address.String())
}

func shown(value any) any {
	switch one := value.(type) {
	case pgtype.Numeric:
		text, err := one.Value()
		if err != nil {
			panic(err)
		}
		return fmt.Sprintf("Numeric:%v", text)
	}
	return steps.Shown(value)
}

func ask(own *pgx.Conn, text string, given ...any) (any, error) {
	rows, err := own.Query(all, text, given...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := []any{}
	for _, one := range rows.FieldDescriptions() {
		columns = append(columns, []any{one.Name, int(one.DataTypeOID), int(one.TypeModifier), int(one.Format)})
	}
	read := []any{}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return nil, err
		}
		row := []any{}
		for _, one := range values {
			row = append(row, shown(one))
		}
		read = append(read, row)
	}
	return []any{columns, read}, rows.Err()
}

func code(err error) (string, error) {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Code, nil
	}
	return "", fmt.Errorf("no error of the server: %w", err)
}

func main() {
	for _, tls := range []string{"disable", "require"} {
		name := map[string]string{"disable": "connect", "require": "connect with TLS"}[tls]
		steps.Step(name, func() (any, error) {
			own, err := connect(tls)
			if err != nil {
				return nil, err
			}
			defer own.Close(all)
			return ask(own, "SELECT 1::int8 AS a")
		})
	}
	steps.Step("connect by protocol 3.2 or what the server has", func() (any, error) {
		own, err := connect("disable", "max_protocol_version", "3.2")
		if err != nil {
			return nil, err
		}
		defer own.Close(all)
		return ask(own, "SELECT 1::int8 AS a")
	})
	own, err := connect("disable")
	if err != nil {
		panic(err)
	}
	steps.Step("list", func() (any, error) { return ask(own, steps.List, "public") })
	steps.Step("describe", func() (any, error) { return ask(own, steps.Describe, "orders") })
	steps.Step("group", func() (any, error) { return ask(own, steps.Grouped) })
	steps.Step("rows", func() (any, error) { return ask(own, steps.Rows) })
	steps.Step("values", func() (any, error) { return ask(own, steps.Values) })
	steps.Step("parameters", func() (any, error) {
		var last any
		for range 7 {
			if last, err = ask(own, steps.Parameters, "new", 20, steps.Later); err != nil {
				return nil, err
			}
		}
		return last, nil
	})
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
		steps.Step("parameters by "+mode.String(), func() (any, error) {
			return ask(own, steps.Parameters, mode, "new", 20, steps.Later)
		})
	}
	steps.Step("parameters of arrays", func() (any, error) {
		return ask(own, "SELECT id FROM orders WHERE status = ANY($1::text[]) AND id <= 10 ORDER BY id", []string{"new", "done"})
	})
	steps.Step("batch", func() (any, error) {
		batch := &pgx.Batch{}
		for number := range 3 {
			batch.Queue("SELECT $1::int8 + 1", number)
		}
		batch.Queue("SELECT COUNT(*) FROM customers")
		results := own.SendBatch(all, batch)
		defer results.Close()
		read := []any{}
		for range 4 {
			var value int64
			if err := results.QueryRow().Scan(&value); err != nil {
				return nil, err
			}
			read = append(read, value)
		}
		return read, nil
	})
	steps.Step("page", func() (any, error) {
		transaction, err := own.Begin(all)
		if err != nil {
			return nil, err
		}
		defer transaction.Rollback(all)
		if _, err := transaction.Exec(all, "DECLARE pages CURSOR FOR "+steps.Paged); err != nil {
			return nil, err
		}
		pages := []any{}
		for {
			rows, err := transaction.Query(all, "FETCH 300 FROM pages")
			if err != nil {
				return nil, err
			}
			read, err := pgx.CollectRows(rows, pgx.RowToMap)
			if err != nil {
				return nil, err
			}
			if len(read) == 0 {
				return pages, nil
			}
			pages = append(pages, []any{len(read), read[0]["id"], read[len(read)-1]["amount"]})
		}
	})
	steps.Step("transaction with an error", func() (any, error) {
		transaction, err := own.BeginTx(all, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return nil, err
		}
		_, err = transaction.Exec(all, "SELECT 1/0")
		failed, err := code(err)
		if err != nil {
			return nil, err
		}
		status := string(own.PgConn().TxStatus())
		if err := transaction.Rollback(all); err != nil {
			return nil, err
		}
		return []any{failed, status, string(own.PgConn().TxStatus())}, nil
	})
	steps.Step("copy", func() (any, error) {
		output := &writer{}
		tag, err := own.PgConn().CopyTo(all, output, "COPY ("+steps.Rows+") TO STDOUT")
		return []any{tag.String(), string(output.text)}, err
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
			other, err := connect(tls)
			if err != nil {
				return nil, err
			}
			defer other.Close(all)
			time.AfterFunc(700*time.Millisecond, func() { _ = other.PgConn().CancelRequest(all) })
			_, err = ask(other, steps.Slow)
			refused, err := code(err)
			if err != nil {
				return nil, err
			}
			rows, err := ask(other, "SELECT 1::int8 AS a")
			return []any{refused, rows}, err
		})
	}
	steps.AwaitRestart()
	steps.Step("reconnect", func() (any, error) {
		_, failed := ask(own, "SELECT 1")
		again, err := connect("disable")
		if err != nil {
			return nil, err
		}
		rows, err := ask(again, steps.Grouped)
		return []any{failed != nil, own.IsClosed(), rows}, err
	})
}

type writer struct{ text []byte }

func (one *writer) Write(piece []byte) (int, error) {
	one.text = append(one.text, piece...)
	return len(piece), nil
}
