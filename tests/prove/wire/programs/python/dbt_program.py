"""dbt over a project that only reads: debug, sources, show, and tests of sources."""

import pathlib
import subprocess
import tempfile

from steps import *

folder = pathlib.Path(tempfile.mkdtemp())
dbt = str(pathlib.Path(sys.executable).with_name('dbt'))


def write(name, content):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))


def profile(tls):
    output = {'type': 'postgres', 'host': host, 'port': port, 'user': user, 'password': password, 'dbname': database, 'schema': 'public', 'threads': 2, 'sslmode': tls}
    write('profiles.yml', {'shop': {'target': 'main', 'outputs': {'main': output}}})


write('dbt_project.yml', {'name': 'shop', 'version': '1.0', 'profile': 'shop', 'model-paths': ['models'], 'flags': {'send_anonymous_usage_stats': False}})
columns = [{'name': 'id', 'data_tests': ['not_null', 'unique']}, {'name': 'status', 'data_tests': [{'accepted_values': {'arguments': {'values': ['new', 'done', 'shipped']}}}]}]
write('models/sources.yml', {'version': 2, 'sources': [{'name': 'shop', 'schema': 'public', 'loaded_at_field': 'created_at', 'freshness': {'warn_after': {'count': 1, 'period': 'day'}}, 'tables': [{'name': 'orders', 'columns': columns}]}]})
write('models/by_status.sql', "{{ config(materialized='ephemeral') }} SELECT status, COUNT(*) AS n, SUM(total) AS total FROM {{ source('shop', 'orders') }} GROUP BY 1")


def run(*given):
    command = [dbt, '--quiet', '--no-use-colors', *given, '--project-dir', str(folder), '--profiles-dir', str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST - 10, stdin=subprocess.DEVNULL)


def held(*given):
    done = run(*given)
    if done.returncode != 0:
        raise AssertionError((done.stdout + done.stderr)[-500:])
    return done.stdout


def results():
    document = json.loads((folder / 'target/run_results.json').read_text())
    return sorted((one['unique_id'].split('.')[2], one['status'], one['failures']) for one in document['results'])


def show(text):
    return json.loads(held('show', '--output', 'json', '--limit', '5', '--inline', text))['show']


profile('disable')


@step('connect')
def _():
    held('debug', '--connection')
    return True


@step('connect with TLS')
def _():
    profile('require')
    held('debug', '--connection')
    profile('disable')
    return True


@step('group')
def _():
    return show("SELECT * FROM {{ ref('by_status') }} ORDER BY n, total")


@step('test')
def _():
    held('test')
    return results()


@step('freshness')
def _():
    run('source', 'freshness')
    document = json.loads((folder / 'target/sources.json').read_text())
    return [(one['status'], one.get('max_loaded_at'), one.get('error')) for one in document['results']]


@step('list and describe')
def _():
    held('docs', 'generate')
    catalog = json.loads((folder / 'target/catalog.json').read_text())
    return [(one['metadata']['type'], one['metadata']['comment'], [(name, c['type'], c['index'], c['comment']) for name, c in one['columns'].items()]) for one in catalog['sources'].values()], catalog['errors']


lacks('parameters', 'it writes values into its texts')
lacks('page', 'it reads all rows')
lacks('cancel', 'its driver cancels')

await_restart()


@step('reconnect')
def _():
    return show("SELECT * FROM {{ ref('by_status') }} ORDER BY n, total")
