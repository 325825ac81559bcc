"""ADBC, and pandas and polars over it."""

import adbc_driver_postgresql.dbapi as adbc
import pandas
import polars
from steps import *
from urllib.parse import quote


def uri(tls='disable'):
    return f'postgresql://{quote(user)}:{quote(password)}@{host}:{port}/{database}?sslmode={tls}'


def table(one):
    return [(field.name, str(field.type)) for field in one.schema], [list(row.values()) for row in one.to_pylist()]


def ask(connection, text, given=None):
    with connection.cursor() as cursor:
        cursor.execute(text, given)
        return table(cursor.fetch_arrow_table())


@step('connect')
def _():
    with adbc.connect(uri()) as connection:
        return ask(connection, 'SELECT 1::int8 AS a')


@step('connect with TLS')
def _():
    with adbc.connect(uri('require')) as connection:
        return ask(connection, 'SELECT 1::int8 AS a')


connection = adbc.connect(uri())


@step('list')
def _():
    objects = connection.adbc_get_objects(depth='tables', db_schema_filter='public').read_all().to_pylist()
    schemas = [schema for catalog in objects for schema in catalog['catalog_db_schemas']]
    return [(one['db_schema_name'], sorted((t['table_name'], t['table_type']) for t in one['db_schema_tables'])) for one in schemas]


@step('describe')
def _():
    return [(one.name, str(one.type), one.nullable) for one in connection.adbc_get_table_schema('orders')]


@step('describe by objects')
def _():
    objects = connection.adbc_get_objects(depth='all', db_schema_filter='public', table_name_filter='orders').read_all().to_pylist()
    tables = [t for catalog in objects for schema in catalog['catalog_db_schemas'] for t in schema['db_schema_tables']]
    return [
        (
            t['table_name'],
            [(c['column_name'], c['ordinal_position'], c['remarks']) for c in t['table_columns']],
            sorted((c['constraint_type'], c['constraint_column_names'], [u['fk_table'] for u in c['constraint_column_usage'] or []]) for c in t['table_constraints']),
        )
        for t in tables
    ]


@step('group')
def _():
    return ask(connection, GROUPED)


@step('rows')
def _():
    return ask(connection, ROWS)


@step('values')
def _():
    return ask(connection, VALUES)


@step('parameters')
def _():
    return ask(connection, parameters('$1', '$2', '$3'), NEW)


@step('statement without rows of a query')
def _():
    with connection.cursor() as cursor:
        cursor.adbc_statement.set_options(**{'adbc.postgresql.use_copy': 'false'})
        cursor.execute('SHOW transaction_isolation')
        return cursor.fetchall()


@step('pandas')
def _():
    frame = pandas.read_sql(GROUPED, connection)
    return [(name, str(kind)) for name, kind in frame.dtypes.items()], frame.astype(object).where(frame.notna(), None).values.tolist()


@step('polars')
def _():
    frame = polars.read_database_uri(GROUPED, uri(), engine='adbc')
    return [(name, str(kind)) for name, kind in frame.schema.items()], frame.rows()


@step('refuse')
def _():
    return refused(lambda: ask(connection, 'SELECT * FROM nothing_there'))


@step('go on after an error')
def _():
    connection.rollback()
    return ask(connection, 'SELECT 1::int8 AS a')


@step('page')
def _():
    with connection.cursor() as cursor:
        cursor.execute(PAGED)
        pages = [cursor.fetchmany(300) for _ in range(5)]
        return [len(page) for page in pages], pages[0][0], pages[3][-1]


@step('cancel')
def _():
    with connection.cursor() as cursor:
        soon(cursor.adbc_cancel)
        failed = refused(lambda: cursor.execute(SLOW) and None or cursor.fetchall())
    connection.rollback()
    return failed == '57014' or 'CANCELLED' in failed.upper(), ask(connection, 'SELECT 1::int8 AS a')


await_restart()


@step('reconnect')
def _():
    failed = False
    try:
        ask(connection, 'SELECT 1')
    except Exception:
        failed = True
    with adbc.connect(uri()) as again:
        return failed, ask(again, GROUPED)
