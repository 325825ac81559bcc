import ssl

import pg8000.dbapi
import pg8000.native
from steps import *

trusting = ssl.create_default_context()
trusting.check_hostname = False
trusting.verify_mode = ssl.CERT_NONE


def connect(tls=False):
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'database': database}
    return pg8000.native.Connection(**given, ssl_context=trusting if tls else False, timeout=60)


def columns(connection):
    return [(one['name'], one['type_oid'], one['type_modifier']) for one in connection.columns]


@step('connect')
def _():
    return connect().run('SELECT 1::int8')


@step('connect with TLS')
def _():
    return connect(tls=True).run('SELECT 1::int8')


connection = connect()


@step('list')
def _():
    return connection.run("SELECT table_name FROM information_schema.tables WHERE table_schema = :s ORDER BY 1", s='public')


@step('describe')
def _():
    text = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = :t ORDER BY ordinal_position"
    return connection.run(text, t='orders')


@step('group')
def _():
    rows = connection.run(GROUPED)
    return columns(connection), rows


@step('rows')
def _():
    rows = connection.run(ROWS)
    return columns(connection), rows


@step('values')
def _():
    rows = connection.run(VALUES)
    return columns(connection), rows


@step('parameters')
def _():
    return connection.run(parameters(':a', ':b', ':c'), a=NEW[0], b=NEW[1], c=NEW[2])


@step('prepare')
def _():
    prepared = connection.prepare(parameters(':a', ':b', ':c'))
    answers = [prepared.run(a=NEW[0], b=NEW[1], c=NEW[2]) for _ in range(3)]
    prepared.close()
    return answers


@step('dbapi')
def _():
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'database': database}
    own = pg8000.dbapi.connect(**given, ssl_context=False)
    cursor = own.cursor()
    cursor.execute(parameters('%s', '%s', '%s'), NEW)
    rows = cursor.fetchall()
    failed = refused(lambda: cursor.execute('SELECT 1/0'))
    aborted = refused(lambda: cursor.execute('SELECT 1'))
    own.rollback()
    cursor.execute('SELECT 2::int8')
    own.commit()
    return rows, failed, aborted


@step('copy')
def _():
    import io

    output = io.BytesIO()
    connection.run(f'COPY ({ROWS}) TO STDOUT WITH (FORMAT CSV)', stream=output)
    return output.getvalue().decode()


@step('refuse')
def _():
    return refused(lambda: connection.run('SELECT * FROM nothing_there')), connection.run('SELECT 1::int8')


lacks('page', 'it has no cursors')
lacks('cancel', 'it sends no CancelRequest')

await_restart()


@step('reconnect')
def _():
    failed = False
    try:
        connection.run('SELECT 1')
    except Exception as error:
        failed = True
    return failed, connect().run(GROUPED)
