import asyncio
import ssl

import asyncpg
from steps import *

loop = asyncio.new_event_loop()
trusting = ssl.create_default_context()
trusting.check_hostname = False
trusting.verify_mode = ssl.CERT_NONE


def connect(tls=False):
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'database': database}
    return asyncpg.connect(**given, ssl=trusting if tls else False, timeout=10)


def step_of(name):
    def take(run):
        step(name)(lambda: loop.run_until_complete(asyncio.wait_for(run(), 50)))

    return take


def columns(statement):
    return [(one.name, one.type.name, one.type.oid) for one in statement.get_attributes()]


async def ask(connection, text, *given):
    statement = await connection.prepare(text)
    return columns(statement), await statement.fetch(*given)


async def code_from(awaited):
    try:
        answer = await awaited
    except asyncpg.PostgresError as error:
        return error.sqlstate
    raise AssertionError(f'was answered: {answer}')


@step_of('connect')
async def _():
    connection = await connect()
    answer = await connection.fetchval('SELECT 1::int8')
    await connection.close()
    return answer


@step_of('connect with TLS')
async def _():
    connection = await connect(tls=True)
    answer = await connection.fetchval('SELECT 1::int8')
    await connection.close()
    return answer


connection = loop.run_until_complete(connect())


@step_of('list')
async def _():
    text = (
        "SELECT c.relname, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = $1 AND c.relkind = ANY(ARRAY['r', 'v']::\"char\"[]) ORDER BY 1"
    )
    return await connection.fetch(text, 'public')


@step_of('describe')
async def _():
    text = (
        'SELECT a.attname, a.attnum, a.atttypid::regtype::text, a.attnotnull, format_type(a.atttypid, a.atttypmod) '
        "FROM pg_attribute a WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 ORDER BY a.attnum"
    )
    return await connection.fetch(text, 'orders')


@step_of('group')
async def _():
    return await ask(connection, GROUPED)


@step_of('rows')
async def _():
    return await ask(connection, ROWS)


@step_of('values')
async def _():
    return await ask(connection, VALUES)


@step_of('parameters')
async def _():
    statement = await connection.prepare(parameters('$1', '$2', '$3'))
    types = [one.name for one in statement.get_parameters()]
    return types, [await statement.fetch(*NEW) for _ in range(2)], await connection.fetchrow(parameters('$1', '$2', '$3'), *NEW)


@step_of('parameters of arrays')
async def _():
    return await connection.fetch('SELECT id FROM orders WHERE status = ANY($1::text[]) AND id <= 10 ORDER BY id', ['new', 'done'])


@step_of('page')
async def _():
    own = await connect()
    async with own.transaction():
        rows = [row async for row in own.cursor(PAGED, prefetch=300)]
        cursor = await own.cursor(PAGED)
        first = await cursor.fetchrow()
        skipped = await cursor.forward(500)
        more = await cursor.fetch(2)
    await own.close()
    return len(rows), rows[0], rows[-1], first, skipped, more


@step_of('copy')
async def _():
    import io

    output = io.BytesIO()
    status = await connection.copy_from_query(ROWS, output=output, format='csv', header=True)
    return status, output.getvalue().decode()


@step_of('pool')
async def _():
    given = {'host': host, 'port': port, 'user': user, 'password': password, 'database': database}
    async with asyncpg.create_pool(**given, ssl=False, min_size=2, max_size=2) as pool:
        answers = await asyncio.gather(*(pool.fetchval('SELECT $1::int8', number) for number in range(8)))
        async with pool.acquire() as one:
            await one.execute("SET application_name = 'other'")
        async with pool.acquire() as one:
            return answers, await one.fetchval('SELECT 1::int8')


@step_of('isolation and read only')
async def _():
    async with connection.transaction(isolation='serializable', readonly=True):
        return await connection.fetchval('SHOW transaction_isolation'), await connection.fetchval('SHOW transaction_read_only')


@step_of('transaction with an error')
async def _():
    own = await connect()
    transaction = own.transaction()
    await transaction.start()
    codes = [await code_from(own.fetchval('SELECT 1/0')), await code_from(own.fetchval('SELECT 1'))]
    await transaction.rollback()
    return codes, await own.fetchval('SELECT 2::int8')


@step_of('refuse')
async def _():
    return await code_from(connection.fetch('SELECT * FROM nothing_there')), await connection.fetchval('SELECT 1::int8')


@step_of('time out')
async def _():
    try:
        await connection.fetch(SLOW, timeout=1)
    except (asyncio.TimeoutError, TimeoutError):
        return await connection.fetchval('SELECT 1::int8')


@step_of('cancel with TLS')
async def _():
    own = await connect(tls=True)
    try:
        await own.fetch(SLOW, timeout=1)
    except (asyncio.TimeoutError, TimeoutError):
        return await own.fetchval('SELECT 1::int8')


await_restart()


@step_of('reconnect')
async def _():
    failed = False
    try:
        await connection.fetchval('SELECT 1')
    except Exception:  # asyncpg has several, also of its own state
        failed = connection.is_closed()
    return failed, await (await connect()).fetch(GROUPED)
