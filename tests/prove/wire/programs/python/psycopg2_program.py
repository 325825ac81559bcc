import psycopg2
import psycopg2.extensions
from steps import *


def connect(**more):
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'dbname': database}
    return psycopg2.connect(**{**given, 'sslmode': 'disable', 'connect_timeout': 10, **more})


def ask(connection, text, given=None):
    with connection.cursor() as cursor:
        cursor.execute(text, given)
        return cursor.fetchall()


def ask_with_columns(connection, text):
    with connection.cursor() as cursor:
        cursor.execute(text)
        columns = [(one.name, one.type_code, one.precision, one.scale) for one in cursor.description]
        return columns, cursor.fetchall()


@step('connect')
def _():
    connection = connect()
    return connection.info.ssl_in_use, ask(connection, 'SELECT 1::int8')


@step('connect with TLS')
def _():
    connection = connect(sslmode='require')
    return connection.info.ssl_in_use, ask(connection, 'SELECT 1::int8')


connection = connect()
connection.autocommit = True


@step('list')
def _():
    text = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1"
    return ask(connection, text, ('public',))


@step('describe')
def _():
    text = (
        'SELECT column_name, data_type, udt_name, is_nullable, numeric_precision, numeric_scale, datetime_precision '
        "FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position"
    )
    return ask(connection, text, ('orders',))


@step('group')
def _():
    return ask_with_columns(connection, GROUPED)


@step('rows')
def _():
    return ask_with_columns(connection, ROWS)


@step('values')
def _():
    return ask_with_columns(connection, VALUES)


@step('parameters')
def _():
    return ask(connection, parameters('%s', '%s', '%s'), NEW)


@step('page')
def _():
    own = connect()
    with own.cursor('pages') as cursor:
        cursor.itersize = 300
        cursor.execute(PAGED)
        rows = list(cursor)
    with own.cursor('more') as cursor:
        cursor.execute(PAGED)
        first = cursor.fetchone()
        cursor.scroll(500)
        moved = cursor.fetchmany(2)
    own.commit()
    return len(rows), rows[0], rows[-1], first, moved


@step('page with hold')
def _():
    own = connect()
    with own.cursor('held', withhold=True) as cursor:
        cursor.execute(PAGED)
        own.commit()
        return cursor.fetchmany(2)


@step('copy')
def _():
    import io

    output = io.StringIO()
    with connection.cursor() as cursor:
        cursor.copy_expert(f'COPY ({ROWS}) TO STDOUT WITH CSV HEADER', output)
    return output.getvalue()


@step('isolation and read only')
def _():
    own = connect()
    own.set_session(isolation_level='REPEATABLE READ', readonly=True)
    before = ask(own, 'SELECT 1::int8')
    shown = ask(own, 'SHOW transaction_isolation'), ask(own, 'SHOW transaction_read_only')
    own.rollback()
    return before, shown, own.status


@step('transaction with an error')
def _():
    own = connect()
    failed = refused(lambda: ask(own, 'SELECT 1/0'))
    aborted = refused(lambda: ask(own, 'SELECT 1'))
    own.rollback()
    return failed, aborted, ask(own, 'SELECT 2::int8')


@step('refuse')
def _():
    return refused(lambda: ask(connection, 'SELECT * FROM nothing_there')), ask(connection, 'SELECT 1::int8')


@step('cancel')
def _():
    soon(connection.cancel)
    return refused(lambda: ask(connection, SLOW)), ask(connection, 'SELECT 1::int8')


@step('cancel with TLS')
def _():
    own = connect(sslmode='require')
    soon(own.cancel)
    return refused(lambda: ask(own, SLOW))


await_restart()


@step('reconnect')
def _():
    failed = False
    try:
        ask(connection, 'SELECT 1')
    except (psycopg2.OperationalError, psycopg2.InterfaceError):
        failed = connection.closed != 0
    return failed, ask(connect(), GROUPED)
