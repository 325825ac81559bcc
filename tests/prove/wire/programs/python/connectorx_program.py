"""connectorx, by itself and as polars' default."""

import connectorx
import polars
from steps import *
from urllib.parse import quote


def uri(tls='disable'):
    return f'postgresql://{quote(user)}:{quote(password)}@{host}:{port}/{database}?sslmode={tls}'


def frame(one):
    return [(name, str(kind)) for name, kind in one.schema.items()], one.rows()


PLAIN = 'SELECT status, COUNT(*) AS n, SUM(total) AS total, MIN(created_at) AS first FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST'


@step('connect')
def _():
    return frame(polars.read_database_uri('SELECT 1::int8 AS a', uri()))


@step('connect with TLS')
def _():
    return frame(polars.read_database_uri('SELECT 1::int8 AS a', uri('require')))


@step('list')
def _():
    return frame(polars.read_database_uri("SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1", uri()))


@step('describe')
def _():
    text = "SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns WHERE table_name = 'orders' ORDER BY ordinal_position"
    return frame(polars.read_database_uri(text, uri()))


@step('group')
def _():
    return frame(polars.read_database_uri(GROUPED, uri()))


@step('rows')
def _():
    return frame(polars.read_database_uri(ROWS, uri()))


for protocol in ('binary', 'csv', 'cursor', 'simple'):

    @step(f'rows by {protocol}')
    def _():
        return frame(polars.from_arrow(connectorx.read_sql(uri(), 'SELECT id, status, amount, is_paid, created_at FROM orders WHERE id <= 5 ORDER BY id', protocol=protocol, return_type='arrow')))


@step('page')
def _():
    one = connectorx.read_sql(uri(), 'SELECT id, status, amount FROM orders', partition_on='id', partition_num=4, return_type='arrow')
    return frame(polars.from_arrow(one).sort('id').slice(0, 3)), one.num_rows


@step('pandas')
def _():
    one = connectorx.read_sql(uri(), PLAIN)
    return [(name, str(kind)) for name, kind in one.dtypes.items()], one.astype(object).where(one.notna(), None).values.tolist()


@step('refuse')
def _():
    try:
        polars.read_database_uri('SELECT * FROM nothing_there', uri())
    except Exception as error:
        return 'nothing_there' in str(error)


lacks('parameters', 'it takes only texts')
lacks('cancel', 'it sends no CancelRequest')

await_restart()


@step('reconnect')
def _():
    return frame(polars.read_database_uri(GROUPED, uri()))
