import psycopg
from psycopg.rows import tuple_row
from steps import *


def connect(**more):
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'dbname': database}
    return psycopg.connect(**{**given, 'sslmode': 'disable', 'connect_timeout': 10, **more})


def columns(cursor):
    return [(one.name, one.type_code, one.precision, one.scale) for one in cursor.description]


@step('connect')
def _():
    with connect() as connection:
        return connection.pgconn.ssl_in_use, connection.execute('SELECT 1::int8').fetchone()


@step('connect with TLS')
def _():
    with connect(sslmode='require') as connection:
        return connection.pgconn.ssl_in_use, connection.execute('SELECT 1::int8').fetchone()


@step('connect with TLS from the first byte', beyond=(True, (1,)))
def _():
    with connect(sslmode='require', sslnegotiation='direct') as connection:
        return connection.pgconn.ssl_in_use, connection.execute('SELECT 1::int8').fetchone()


@step('connect by protocol 3.2 or what the server has')
def _():
    with connect(max_protocol_version='latest') as connection:
        return connection.execute('SELECT 1::int8').fetchone()


connection = connect(autocommit=True)


@step('list')
def _():
    text = "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = %s AND table_name = ANY(%s) ORDER BY 1"
    return connection.execute(text, ('public', ['customers', 'orders', 'slow'])).fetchall()


@step('describe')
def _():
    text = (
        'SELECT a.attname, t.typname, a.atttypmod, a.attnotnull FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid '
        "WHERE a.attrelid = 'public.orders'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
    )
    return connection.execute(text).fetchall()


@step('group')
def _():
    cursor = connection.execute(GROUPED)
    return columns(cursor), cursor.fetchall()


@step('rows')
def _():
    cursor = connection.execute(ROWS)
    return columns(cursor), cursor.fetchall()


@step('rows in binary')
def _():
    cursor = connection.cursor(binary=True)
    cursor.execute(ROWS)
    return columns(cursor), cursor.fetchall()


@step('values')
def _():
    cursor = connection.execute(VALUES)
    return [cursor.description[0].type_code], cursor.fetchall()


@step('values in binary')
def _():
    cursor = connection.cursor(binary=True)
    cursor.execute(VALUES)
    return columns(cursor), cursor.fetchall()


@step('parameters')
def _():
    text = parameters('%s', '%s', '%s')
    answers = [connection.execute(text, NEW).fetchall() for _ in range(7)]
    assert all(one == answers[0] for one in answers)
    return answers[0]


@step('parameters of every type')
def _():
    import decimal

    given = ('a', 1, 2**40, 1.5, decimal.Decimal('2.50'), True, NEW[2].date(), NEW[2], None, ['x', 'y'])
    text = (
        'SELECT %s::text, %s::int4, %s::int8, %s::float8, %s::numeric, %s::bool, %s::date, %s::timestamp, %s::text, %s::text[]'
    )
    plain = connection.execute(text, given).fetchone()
    binary = connection.cursor(binary=True)
    binary.execute(text, given)
    return plain, binary.fetchone()


@step('page')
def _():
    with connect() as own, own.cursor('pages') as cursor:
        cursor.execute(PAGED)
        pages = []
        while page := cursor.fetchmany(300):
            pages.append((len(page), page[0], page[-1]))
        return [one.name for one in cursor.description], pages


@step('page in binary, and move')
def _():
    with connect() as own, own.cursor('pages', binary=True) as cursor:
        cursor.execute(PAGED)
        first = cursor.fetchone()
        cursor.scroll(500)
        return first, cursor.fetchone()


@step('move in binary before the first row')
def _():
    with connect() as own, own.cursor('pages', binary=True) as cursor:
        cursor.execute(PAGED)
        cursor.scroll(500)
        return cursor.fetchone()


@step('stream')
def _():
    rows = list(connection.cursor().stream(PAGED))
    return len(rows), rows[0], rows[-1]


@step('pipeline')
def _():
    with connect() as own, own.pipeline():
        cursors = [own.execute('SELECT %s::int8 + 1', (number,)) for number in range(5)]
        return [one.fetchone() for one in cursors]


@step('copy')
def _():
    with connection.cursor().copy(f'COPY ({ROWS}) TO STDOUT') as copy:
        return [row for row in copy.rows()]


@step('copy in binary')
def _():
    with connection.cursor().copy(f'COPY (SELECT id, status, amount, is_paid, created_at FROM orders WHERE id <= 5 ORDER BY id) TO STDOUT (FORMAT BINARY)') as copy:
        copy.set_types(['int8', 'text', 'float8', 'bool', 'timestamp'])
        return [row for row in copy.rows()]


@step('transaction with an error')
def _():
    with connect() as own:
        own.execute('SELECT 1')
        states = [own.info.transaction_status.name]
        failed = refused(lambda: own.execute('SELECT 1/0'))
        states.append(own.info.transaction_status.name)
        aborted = refused(lambda: own.execute('SELECT 1'))
        own.rollback()
        states.append(own.info.transaction_status.name)
        return states, failed, aborted, own.execute('SELECT 2::int8').fetchone()


@step('savepoint')
def _():
    with connect() as own:
        with own.transaction():
            code = None
            try:
                with own.transaction():
                    own.execute('SELECT 1/0')
            except psycopg.Error as error:
                code = error.sqlstate
            return code, own.execute('SELECT 3::int8').fetchone()


@step('refuse')
def _():
    texts = ['SELECT * FROM nothing_there', 'SELECT nothing_there FROM orders', 'SELEC 1', 'SELECT nothing_there(1)']
    return [refused(lambda: connection.execute(text)) for text in texts], connection.execute('SELECT 1::int8').fetchone()


@step('cancel')
def _():
    results = []
    for cancel in ('cancel', 'cancel_safe'):
        soon(getattr(connection, cancel))
        results.append(refused(lambda: connection.execute(SLOW)))
    return results, connection.execute('SELECT 1::int8').fetchone()


@step('cancel with TLS')
def _():
    with connect(sslmode='require', autocommit=True) as own:
        results = []
        for cancel in ('cancel', 'cancel_safe'):
            soon(getattr(own, cancel))
            results.append(refused(lambda: own.execute(SLOW)))
        return results, own.execute('SELECT 1::int8').fetchone()


await_restart()


@step('reconnect')
def _():
    failed = False
    try:
        connection.execute('SELECT 1')
    except psycopg.OperationalError:
        failed = connection.closed
    with connect() as again:
        return failed, again.execute(GROUPED).fetchall()
