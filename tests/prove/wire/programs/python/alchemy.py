"""SQLAlchemy over the driver that the first argument names, as `psycopg`."""

import sqlalchemy as sa
from sqlalchemy.engine import URL
from steps import *

driver = sys.argv[1]


def engine_of(tls=False, **more):
    query = {} if driver == 'pg8000' else {'sslmode': 'require' if tls else 'disable'}
    url = URL.create(f'postgresql+{driver}', user, password, host, port, database, query)
    return sa.create_engine(url, **more)


engine = engine_of()


def named(columns):
    return [(one['name'], repr(one['type']), one['nullable'], one.get('default'), one.get('comment')) for one in columns]


@step('connect')
def _():
    with engine.connect() as connection:
        return connection.execute(sa.text('SELECT 1')).scalar() == 1, engine.dialect.default_schema_name, engine.dialect.server_version_info[0] >= 14


if driver == 'pg8000':
    lacks('connect with TLS', 'the driver is tried by a program of its own')
else:

    @step('connect with TLS')
    def _():
        with engine_of(tls=True).connect() as connection:
            return connection.execute(sa.text('SELECT 1')).scalar() == 1


@step('list')
def _():
    inspector = sa.inspect(engine)
    views = inspector.get_view_names()
    return [one for one in inspector.get_schema_names()], sorted(inspector.get_table_names()), views, inspector.has_table('orders'), inspector.has_table('nothing_there')


@step('describe')
def _():
    return named(sa.inspect(engine).get_columns('orders'))


@step('describe keys')
def _():
    inspector = sa.inspect(engine)
    return [
        (inspector.get_pk_constraint(name), inspector.get_foreign_keys(name), inspector.get_unique_constraints(name), inspector.get_check_constraints(name))
        for name in ('orders', 'customers')
    ]


@step('describe indexes')
def _():
    return sa.inspect(engine).get_indexes('orders')


@step('describe comment')
def _():
    return sa.inspect(engine).get_table_comment('orders')


@step('describe an absent table')
def _():
    try:
        sa.inspect(engine).get_columns('nothing_there')
    except sa.exc.NoSuchTableError:
        return 'NoSuchTableError'


@step('reflect')
def _():
    metadata = sa.MetaData()
    metadata.reflect(engine)
    return {name: [(one.name, repr(one.type), one.primary_key, one.nullable) for one in table.columns] for name, table in sorted(metadata.tables.items())}


@step('group')
def _():
    orders = sa.Table('orders', sa.MetaData(), autoload_with=engine)
    asked = sa.select(orders.c.status, sa.func.count().label('n'), sa.func.sum(orders.c.total).label('total')).group_by(orders.c.status).order_by(orders.c.status)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(asked)]


@step('parameters')
def _():
    orders = sa.Table('orders', sa.MetaData(), autoload_with=engine)
    asked = sa.select(orders.c.id, orders.c.created_at).where(orders.c.status == 'new', orders.c.id.in_([4, 8, 9]), orders.c.created_at >= NEW[2]).order_by(orders.c.id).limit(2).offset(0)
    with engine.connect() as connection:
        return [[tuple(row) for row in connection.execute(asked)] for _ in range(3)]


if driver == 'pg8000':
    lacks('page', 'the driver has no cursors of the server')
else:

    @step('page')
    def _():
        with engine.connect().execution_options(stream_results=True, max_row_buffer=300) as connection:
            result = connection.execute(sa.text(PAGED))
            pages = [(len(page), tuple(page[0]), tuple(page[-1])) for page in result.partitions(300)]
            return pages


@step('savepoint')
def _():
    with engine.begin() as connection:
        code = None
        try:
            with connection.begin_nested():
                connection.execute(sa.text('SELECT 1/0'))
        except sa.exc.DBAPIError as error:
            code = code_of(error)
        return code, connection.execute(sa.text('SELECT 2')).scalar() == 2


@step('isolation')
def _():
    with engine.connect().execution_options(isolation_level='REPEATABLE READ', postgresql_readonly=True) as connection:
        return connection.execute(sa.text('SELECT 1')).scalar() == 1, connection.get_isolation_level()


lacks('cancel', 'its drivers cancel')

await_restart()


@step('reconnect')
def _():
    own = engine_of(pool_pre_ping=True)
    with engine.connect() as connection:
        try:
            connection.execute(sa.text('SELECT 1'))
            failed = False
        except sa.exc.DBAPIError as error:
            failed = error.connection_invalidated
    with own.connect() as connection:
        return failed, [tuple(row) for row in connection.execute(sa.text(GROUPED))]
