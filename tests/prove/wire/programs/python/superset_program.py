"""Superset over the engine that it picks for PostgreSQL: its explorer, SQL Lab, cost estimates and stop button."""

import logging
import pathlib
import tempfile
from urllib.parse import quote

from steps import *

folder = pathlib.Path(tempfile.mkdtemp())
settings = {'SECRET_KEY': 'a key of a test alone', 'SQLALCHEMY_DATABASE_URI': f'sqlite:///{folder}/superset.db'}
(folder / 'superset_config.py').write_text('\n'.join(f'{name} = {value!r}' for name, value in settings.items()))
os.environ['SUPERSET_CONFIG_PATH'] = str(folder / 'superset_config.py')
os.environ['SUPERSET_HOME'] = str(folder)
logging.disable(logging.CRITICAL)

from sqlalchemy import column
from superset.app import create_app

app = create_app()
app.app_context().push()

from superset.models.core import Database
from superset.result_set import SupersetResultSet
from superset.sql.parse import Table


def connect(tls='disable'):
    uri = f'postgresql+psycopg2://{quote(user)}:{quote(password)}@{host}:{port}/{database}?sslmode={tls}'
    return Database(database_name='shop', sqlalchemy_uri=uri)


own = connect()
spec = own.db_engine_spec
orders = Table('orders', 'public')


def frame(text, of=own, schema=None):
    data = of.get_df(text, schema=schema)
    return [[name, str(kind)] for name, kind in data.dtypes.items()], data.astype(object).where(data.notna(), None).values.tolist()


def ask(text, of=own):
    """As SQL Lab asks, with the types by which charts tell times from numbers."""
    with of.get_raw_connection() as connection:
        cursor = connection.cursor()
        spec.execute(cursor, text, of)
        rows = SupersetResultSet(spec.fetch_data(cursor), cursor.description, spec)
        return [(one['column_name'], one['type'], one['is_dttm']) for one in rows.columns]


@step('connect')
def _():
    return spec.__name__, frame('SELECT 1::int8 AS a')


@step('connect with TLS')
def _():
    return frame('SELECT 1::int8 AS a', connect('require'))


@step('list')
def _():
    return (
        database in own.get_all_catalog_names(),
        'public' in own.get_all_schema_names(catalog=database),
        own.get_default_catalog() == database,
        own.get_default_schema(database),
        sorted(one.table for one in map(lambda name: Table(*name[:2]), own.get_all_table_names_in_schema(database, 'public'))),
        sorted(name[0] for name in own.get_all_view_names_in_schema(database, 'public')),
        sorted(name[0] for name in own.get_all_materialized_view_names_in_schema(database, 'public')),
        own.has_table(orders),
        own.has_view(orders),
    )


@step('describe')
def _():
    columns = [(one['column_name'], str(one['type']), one['nullable'], one.get('comment')) for one in own.get_columns(orders)]
    kinds = [str(spec.get_column_spec(kind).generic_type) for _, kind, *_ in columns]
    return columns, kinds, own.get_table_comment(orders), own.get_pk_constraint(orders), own.get_foreign_keys(orders), own.get_indexes(orders)


@step('group')
def _():
    return frame(GROUPED, schema='public'), ask(GROUPED)


@step('values')
def _():
    return ask(VALUES)


@step('grains')
def _():
    expressions = {str(grain): spec.get_timestamp_expr(column('created_at'), None, grain) for grain in spec.get_time_grain_expressions() if grain}
    texts = {grain: f'SELECT {text} AS t, COUNT(*) AS n FROM orders GROUP BY 1 ORDER BY 1 LIMIT 3' for grain, text in expressions.items()}
    return {grain: frame(text)[1] for grain, text in texts.items()}


@step('preview')
def _():
    text = own.select_star(Table('customers', 'public'), limit=3, show_cols=True)
    return text.split(), len(frame(text)[1])


@step('cost')
def _():
    with own.get_raw_connection() as connection:
        cost = spec.estimate_statement_cost(own, 'SELECT status FROM orders', connection.cursor())
    return sorted(cost), all(isinstance(one, float) for one in cost.values())


@step('refuse')
def _():
    def message(text):
        try:
            own.get_df(text)
        except Exception as error:
            return code_of(error), [one.error_type.value for one in spec.extract_errors(error)]
        raise AssertionError('was answered')

    return message('SELECT nothing_there FROM orders'), message('SELECT * FROM nothing_there'), frame('SELECT 1::int8 AS a')


lacks('parameters', 'it writes values into its texts')
lacks('page', 'it reads up to a limit')


@step('cancel')
def _():
    with own.get_raw_connection() as connection, own.get_raw_connection() as other:
        cursor = connection.cursor()
        process = spec.get_cancel_query_id(cursor, None)
        soon(lambda: spec.cancel_query(other.cursor(), None, process))
        try:
            spec.execute(cursor, SLOW, own)
        except Exception as error:
            # The server ends the connection, and psycopg2 keeps no SQLSTATE of that.
            return type(error).__name__, bool(connection.closed), frame('SELECT 1::int8 AS a')
    raise AssertionError('was answered')


await_restart()


@step('reconnect')
def _():
    return frame(GROUPED)
