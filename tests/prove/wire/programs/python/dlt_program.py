import tempfile

import dlt
import duckdb
from dlt.sources.sql_database import sql_database, sql_table
from steps import *
from urllib.parse import quote

folder = tempfile.mkdtemp()
os.environ['DLT_DATA_DIR'] = folder
os.environ['RUNTIME__DLTHUB_TELEMETRY'] = 'false'
os.environ['RUNTIME__LOG_LEVEL'] = 'CRITICAL'


def uri(tls='disable'):
    return f'postgresql+psycopg2://{quote(user)}:{quote(password)}@{host}:{port}/{database}?sslmode={tls}'


def load(name, source):
    file = f'{folder}/{name}.duckdb'
    pipeline = dlt.pipeline(name, pipelines_dir=folder, destination=dlt.destinations.duckdb(file), dataset_name='shop')
    pipeline.run(source)
    with duckdb.connect(file) as own:
        tables = [row[0] for row in own.execute("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'shop' AND table_name NOT LIKE '\\_dlt%' ESCAPE '\\' ORDER BY 1").fetchall()]
        columns = {one: own.execute("SELECT column_name, data_type FROM duckdb_columns() WHERE schema_name = 'shop' AND table_name = ? AND column_name NOT LIKE '\\_dlt%' ESCAPE '\\' ORDER BY column_index", [one]).fetchall() for one in tables}
        counts = {one: own.execute(f'SELECT COUNT(*) FROM shop."{one}"').fetchone()[0] for one in tables}
    return columns, counts


@step('connect, list, describe, page')
def _():
    return load('whole', sql_database(uri(), schema='public', table_names=['orders', 'customers'], chunk_size=300))


@step('connect with TLS')
def _():
    return load('encrypted', sql_table(uri('require'), schema='public', table='customers'))


@step('parameters')
def _():
    later = dlt.sources.incremental('id', initial_value=900)
    return load('later', sql_table(uri(), schema='public', table='orders', incremental=later))


lacks('group', 'it copies tables')
lacks('cancel', 'its driver cancels')

await_restart()


@step('reconnect')
def _():
    return load('again', sql_table(uri(), schema='public', table='customers'))
