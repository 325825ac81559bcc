"""pgcli, without its screen: what it asks to complete names, and what it shows."""

from pgcli.pgexecute import PGExecute
from steps import *


def connect(tls='disable'):
    return PGExecute(database, user, password, host, port, sslmode=tls)


def shown_of(executed):
    return [
        (title, list(headers or []), [list(row) for row in rows] if rows is not None else None, ok)
        for title, rows, headers, status, text, ok, _ in executed
    ]


def run(own, text):
    return shown_of(own.run(text))


@step('connect')
def _():
    return run(connect(), 'SELECT 1::int8 AS a')


@step('connect with TLS')
def _():
    return run(connect('require'), 'SELECT 1::int8 AS a')


own = connect()


@step('list')
def _():
    public = lambda rows: sorted(tuple(row) for row in rows if row[0] == 'public')
    return public(own.tables()), public(own.views()), [one for one in own.schemata() if one == 'public'], own.search_path()


@step('list for completion')
def _():
    public = lambda rows: sorted(tuple(row) for row in rows if row[0] == 'public')
    return public(own.table_columns()), list(own.view_columns()), [tuple(one) for one in own.foreignkeys()], 'shop' in own.databases()


@step('list functions and types for completion')
def _():
    return len(list(own.functions())) > 0, isinstance(list(own.datatypes()), list)


@step('describe')
def _():
    from pgspecial.main import PGSpecial

    special = PGSpecial()
    answers = []
    for command in ('\\dt', '\\d orders', '\\dn', '\\l', '\\d'):
        with own.conn.cursor() as cursor:
            for title, rows, headers, status in special.execute(cursor, command):
                kept = [at for at, name in enumerate(headers or []) if name not in ('Owner', 'Access privileges')]
                rows = [[row[at] for at in kept] for row in rows] if rows is not None and command != '\\l' else None
                # Each server has databases of its own.
                answers.append((command, list(headers or []), rows, status if rows is not None else None))
    return answers


@step('group')
def _():
    return run(own, GROUPED)


@step('several statements')
def _():
    return run(own, 'SELECT 1::int8 AS a; SELECT 2::int8 AS b')


@step('refuse')
def _():
    return refused(lambda: run(own, 'SELECT * FROM nothing_there')), run(own, 'SELECT 1::int8 AS a')


lacks('parameters', 'it takes only texts')
lacks('page', 'it reads all rows')

@step('cancel')
def _():
    soon(own.conn.cancel)
    return refused(lambda: run(own, SLOW)), run(own, 'SELECT 1::int8 AS a')


await_restart()


@step('reconnect')
def _():
    return run(connect(), GROUPED)
