"""The steps that every program of Python takes, and the lines that it prints: one of JSON for each step."""

import datetime
import decimal
import json
import os
import signal
import sys
import threading
import time
import uuid

wire = json.loads(os.environ['WIRE'])
host, port = wire['host'], wire['port']
user, password, database = wire['user'], wire['password'], wire['database']

GROUPED = (
    'SELECT status, COUNT(*) AS n, SUM(total) AS total, SUM(revenue) AS revenue, MIN(created_at) AS first '
    'FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST'
)
COLUMNS = 'id, customer_id, status, amount, price, is_paid, created_at'
ROWS = f'SELECT {COLUMNS} FROM orders WHERE id <= 5 ORDER BY id'
PAGED = 'SELECT id, status, amount FROM orders ORDER BY id'
SLOW = 'SELECT COUNT(*) AS n FROM slow'
VALUES = (
    "SELECT 12345678901::int8 AS a, 7::int4 AS b, 3::int2 AS c, 1.50::numeric(10,2) AS d, 0.1::float8 AS e, "
    "0.5::float4 AS f, true AS g, 'é'::text AS h, DATE '2024-02-29' AS i, TIMESTAMP '2024-02-29 10:11:12.000345' AS j, "
    "NULL::text AS k, ARRAY['x', NULL, 'y']::text[] AS l, TIMESTAMPTZ '2024-02-29 10:11:12+00' AS m"
)


def parameters(first, second, third):
    """A question with three parameters, written as the client writes them."""
    return (
        f'SELECT id, status, created_at FROM orders WHERE status = {first} AND id <= {second} '
        f'AND created_at >= {third} ORDER BY id'
    )


NEW = ('new', 20, datetime.datetime(2024, 1, 1, 2, 0))


def shown(value):
    """A value with the name of its type, so that 1 and '1' and Decimal(1) differ."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, dict):
        return {str(key): shown(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set)) or type(value).__name__ in ('Record', 'Row', 'RowMapping'):
        return [shown(one) for one in value]
    if isinstance(value, (int, float, decimal.Decimal, datetime.date, datetime.time, datetime.timedelta, uuid.UUID)):
        return f'{type(value).__name__}:{value}'
    return f'{type(value).__name__}:{value!s}'


def say(step, **more):
    print(json.dumps({'step': step, **more}, ensure_ascii=False), flush=True)


# Seconds after which a step hangs, on however busy a machine.
LONGEST = 300


def limit(*_):
    raise TimeoutError(f'the step took longer than {LONGEST} seconds')


signal.signal(signal.SIGALRM, limit)


def step(name, beyond=None):
    """Takes a step at once, and prints what came. The program goes on after an error.

    beyond: what has to come of Orrery, where the PostgreSQL of the proof is too old for the step.
    """
    more = {} if beyond is None else {'beyond': shown(beyond)}

    def take(run):
        signal.alarm(LONGEST)
        try:
            say(name, got=shown(run()), **more)
        except BaseException as error:
            text = ' '.join(f'{type(error).__name__}: {error}'.split())
            say(name, error=text[:600], **more)
        finally:
            signal.alarm(0)
        return run

    return take


def lacks(name, why):
    say(name, lacks=why)


def await_restart():
    """Has the server started again by whoever started this program."""
    say('restart')
    if sys.stdin.readline().strip() != 'restarted':
        raise SystemExit('nobody restarted the server')


def soon(act, seconds=0.7):
    """Acts a moment later, while the program waits for its slow question."""

    def later():
        time.sleep(seconds)
        act()

    thread = threading.Thread(target=later, daemon=True)
    thread.start()
    return thread


def code_of(error):
    """The SQLSTATE that a driver gives with its error."""
    for name in ('sqlstate', 'pgcode', 'code'):
        code = getattr(error, name, None)
        if isinstance(code, str) and len(code) == 5:
            return code
    for inner in (getattr(error, 'orig', None), getattr(error, '__cause__', None)):
        if inner is not None:
            return code_of(inner)
    for one in getattr(error, 'args', ()):
        if isinstance(one, dict) and 'C' in one:
            return one['C']
    return None


def refused(ask):
    """The SQLSTATE with which a question fails. A question that is answered is an error."""
    try:
        answer = ask()
    except Exception as error:
        return code_of(error) or f'{type(error).__name__}: {error}'
    raise AssertionError(f'was answered: {answer}')
