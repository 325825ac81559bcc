import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { clickhouseDatabase, describeClickhouse, ownClickhouse } from './clickhouse.ts';

describeClickhouse('a ClickHouse of the tests', () => {
  it('has its tables when the process of the library was killed', async () => {
    const server = await ownClickhouse('clickhouse-killed');
    const database = await clickhouseDatabase(Promise.resolve(server));
    await database.ask('CREATE TABLE events (id Int64)');
    await database.ask('INSERT INTO events VALUES (1), (2)');
    const children = execFileSync('pgrep', ['--parent', String(server.pid)], { encoding: 'utf8' });
    for (const pid of children.trim().split('\n').map(Number)) process.kill(pid, 'SIGKILL');
    expect(await database.ask('SELECT id FROM events ORDER BY id')).toBe('1\n2\n');
    await expect(database.ask('SELECT missing FROM events')).rejects.toThrow('missing');
    await database.drop();
    process.kill(server.pid);
    await server.ended;
  });
});
