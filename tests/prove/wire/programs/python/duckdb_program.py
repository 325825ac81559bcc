import duckdb
from steps import *


def dsn(tls='disable'):
    quoted = password.replace("'", r"\'")
    return f"host={host} port={port} user={user} password='{quoted}' dbname={database} sslmode={tls}"


def literal(text):
    return "'" + text.replace("'", "''") + "'"


def connect(tls='disable', read_only='READ_ONLY, '):
    own = duckdb.connect()
    from duckdb_extensions import import_extension

    import_extension('postgres_scanner', con=own)
    own.execute('LOAD postgres_scanner')
    own.execute(f"ATTACH {literal(dsn(tls))} AS shop (TYPE postgres, {read_only}SCHEMA 'public')")
    return own


def ask(own, text, given=None):
    cursor = own.execute(text, given) if given else own.execute(text)
    return [(one[0], str(one[1])) for one in cursor.description], cursor.fetchall()


@step('connect')
def _():
    return ask(connect(), "SELECT a FROM postgres_query('shop', 'SELECT 1::int8 AS a')")


@step('connect with TLS')
def _():
    return ask(connect('require'), "SELECT a FROM postgres_query('shop', 'SELECT 1::int8 AS a')")


@step('connect to write, and read')
def _():
    return ask(connect(read_only=''), 'SELECT COUNT(id) FROM shop.orders')


own = connect()


@step('list')
def _():
    return ask(own, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'shop' ORDER BY 1")


@step('describe')
def _():
    return ask(own, 'DESCRIBE shop.orders')


@step('rows')
def _():
    return ask(own, f'SELECT {COLUMNS} FROM shop.orders WHERE id <= 5 ORDER BY id')


@step('group by postgres_query')
def _():
    return ask(own, f"SELECT * FROM postgres_query('shop', {literal(GROUPED)})")


@step('group in DuckDB')
def _():
    return ask(own, 'SELECT status, COUNT(id) AS n, SUM(amount) AS amount FROM shop.orders GROUP BY 1 ORDER BY 1 NULLS LAST')


@step('values')
def _():
    return ask(own, f"SELECT * FROM postgres_query('shop', {literal(VALUES)})")


@step('parameters')
def _():
    return ask(own, 'SELECT id, status, created_at FROM shop.orders WHERE status = ? AND id <= ? AND created_at >= ? ORDER BY id', NEW)


@step('page')
def _():
    cursor = own.execute('SELECT id, status, amount FROM shop.orders ORDER BY id')
    pages = [cursor.fetchmany(300) for _ in range(5)]
    return [len(page) for page in pages], pages[0][0], pages[3][-1]


@step('join')
def _():
    return ask(own, 'SELECT c.city, COUNT(o.id) AS n FROM shop.orders o JOIN shop.customers c ON c.id = o.customer_id GROUP BY 1 ORDER BY 1')


@step('transaction')
def _():
    own.execute('BEGIN')
    rows = ask(own, 'SELECT COUNT(id) FROM shop.customers'), ask(own, 'SELECT COUNT(id) FROM shop.orders')
    own.execute('COMMIT')
    return rows


@step('refuse')
def _():
    try:
        own.execute("SELECT * FROM postgres_query('shop', 'SELECT * FROM nothing_there')")
    except Exception as error:
        return 'nothing_there' in str(error), ask(own, "SELECT a FROM postgres_query('shop', 'SELECT 1::int8 AS a')")


lacks('cancel', 'interrupt() waits for the rows of the server')

await_restart()


@step('reconnect')
def _():
    failed = False
    try:
        ask(own, 'SELECT COUNT(id) FROM shop.orders')
    except Exception:
        failed = True
    return ask(connect(), 'SELECT COUNT(id) FROM shop.orders')
