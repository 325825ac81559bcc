import ibis
from steps import *


def connect(tls='disable'):
    return ibis.postgres.connect(host=host, port=port, user=user, password=password, database=database, sslmode=tls)


def rows(frame):
    return frame.astype(object).where(frame.notna(), None).values.tolist()


@step('connect')
def _():
    return rows(connect().sql('SELECT 1::int8 AS a').execute())


@step('connect with TLS')
def _():
    return rows(connect('require').sql('SELECT 1::int8 AS a').execute())


connection = connect()


@step('list')
def _():
    return sorted(connection.list_tables()), sorted(connection.list_databases())


@step('describe')
def _():
    return [(name, str(kind)) for name, kind in connection.table('orders').schema().items()]


@step('group')
def _():
    orders = connection.table('orders')
    asked = orders.group_by('status').aggregate(n=orders.count(), total=orders.total.sum()).order_by('status')
    return [(name, str(kind)) for name, kind in asked.schema().items()], rows(asked.execute())


@step('group by a text')
def _():
    asked = connection.sql(GROUPED)
    return [(name, str(kind)) for name, kind in asked.schema().items()], rows(asked.execute())


@step('parameters')
def _():
    orders = connection.table('orders')
    asked = orders.filter(orders.status == 'new', orders.id <= 20, orders.created_at >= ibis.timestamp('2024-01-01 02:00:00'))
    return rows(asked.select('id', 'status', 'created_at').order_by('id').execute())


@step('by day')
def _():
    orders = connection.table('orders')
    days = orders.mutate(day=orders.created_at.truncate('D'))
    asked = days.group_by('day').aggregate(n=days.count()).order_by('day').limit(3)
    return rows(asked.execute())


@step('page')
def _():
    batches = list(connection.table('orders').select('id', 'status').order_by('id').to_pyarrow_batches(chunk_size=300))
    return [one.num_rows for one in batches], list(batches[0].to_pylist()[0].values())


@step('raw_sql')
def _():
    with connection.raw_sql('SELECT id, status FROM orders WHERE id = 4') as cursor:
        return cursor.fetchall()


@step('refuse')
def _():
    try:
        connection.table('nothing_there')
    except Exception as error:
        return type(error).__name__


lacks('cancel', 'psycopg cancels')

await_restart()


@step('reconnect')
def _():
    return rows(connect().sql(GROUPED).execute())
