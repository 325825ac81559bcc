"""Reads all rows of a statement in binary form, and prints the seconds that took. Arguments: address, statement."""

import asyncio
import sys
import time

import asyncpg


async def read(address, statement):
    connection = await asyncpg.connect(address, ssl=False)
    started = time.perf_counter()
    async with connection.transaction():
        cursor = await connection.cursor(statement)
        while await cursor.fetch(10_000):
            pass
    print(time.perf_counter() - started)
    await connection.close()


asyncio.run(read(*sys.argv[1:]))
