#!/usr/bin/env bash
# Surprise: dlt calls a column of an outer join required, as it is in its table, and ends the load at the first NULL.
# Versions: dlt 1.31.0, with sqlalchemy 2.1.9, duckdb 2.0.1 and pyarrow 26.0.1.
# Expected: a column of the subquery that a `table_adapter_callback` gives may be NULL, as an expression there may; nobody
# has declared that it is required, and the rows are those that the database gives.
# Seen: the backend sqlalchemy says "Cannot coerce NULL in table `orders` column `name` which is not nullable", pyarrow says
# "Column 'name' is declared non-nullable but contains nulls", and no table arrives. With remove_nullability_adapter both load.
# In Orrery: information_schema.columns and pg_attribute say of measures that they are required, as clients expect
# (packages/sql/src/catalog/shown-tables.ts), though rows may have NULL there: dlt needs the same adapter to load them.
# Source: sqla_col_to_column_schema in dlt/sources/sql_database/schema_types.py reads `nullable`, which SQLAlchemy copies from
# the table into the subquery, whatever the join. dlt's documentation names the adapter for rows that a source deletes and for
# columns that it drops.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet dlt==1.31.0 sqlalchemy==2.1.9 duckdb==2.0.1 pyarrow==26.0.1 numpy==2.4.6
cat >see.py <<'PY'
import dlt
import sqlalchemy as sa
from dlt.destinations.exceptions import DatabaseUndefinedRelation
from dlt.sources.sql_database import remove_nullability_adapter, sql_table

engine = sa.create_engine("sqlite:///source.db")
with engine.begin() as source:
    source.exec_driver_sql("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    source.exec_driver_sql("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER)")
    source.exec_driver_sql("INSERT INTO customers VALUES (1, 'Ada')")
    source.exec_driver_sql("INSERT INTO orders VALUES (1, 1), (2, NULL)")


def with_names(orders):
    customers = sa.Table("customers", orders.metadata, autoload_with=engine)
    joined = orders.outerjoin(customers, orders.c.customer == customers.c.id)
    return sa.select(orders.c.id, customers.c.name).select_from(joined).subquery()


def load(backend, adapter, name):
    """The rows that arrive, if any, and the text of the first error."""
    table = sql_table(engine, table="orders", table_adapter_callback=adapter, backend=backend)
    target = dlt.destinations.duckdb(f"{name}.db")
    pipeline = dlt.pipeline(name, pipelines_dir="pipelines", destination=target, dataset_name="loaded")
    error = None
    try:
        pipeline.run(table, table_name="orders")
    except Exception as raised:
        error = raised
        while error.__cause__:
            error = error.__cause__
    try:
        with pipeline.sql_client() as client:
            rows = client.execute_sql("SELECT id, name FROM loaded.orders ORDER BY id")
    except DatabaseUndefinedRelation:
        rows = None
    return rows, error and str(error)


errors = {
    "sqlalchemy": "Cannot coerce NULL in table `orders` column `name` which is not nullable",
    "pyarrow": "Column 'name' is declared non-nullable but contains nulls",
}
for backend, expected in errors.items():
    joined = load(backend, with_names, f"{backend}_joined")
    free = load(backend, lambda orders: remove_nullability_adapter(with_names(orders)), f"{backend}_free")
    print(backend, joined, free, sep="\n  ")
    assert joined[0] is None and expected in joined[1]
    assert free == ([(1, "Ada"), (2, None)], None)
PY
HOME="$folder" RUNTIME__DLTHUB_TELEMETRY=false RUNTIME__LOG_LEVEL=ERROR env/bin/python see.py
