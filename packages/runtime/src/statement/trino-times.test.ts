import { openEngine } from '@orrery/engines';
import { expect, it } from 'vitest';
import { describeTrino, trinoSchema } from '../../../../tests/servers/trino.ts';
import { microsecondsText } from './render-blocks.ts';

describeTrino('times of Trino in statements', () => {
  it('have microseconds in UTC, and are not rounded', async () => {
    const { host, port, catalog, user, drop } = await trinoSchema();
    const server = { host, port, catalog, user, login: { kind: 'none' }, tls: { mode: 'off' } } as const;
    const limits = { connectTimeoutMs: 10_000, maxRunning: 1, timeoutMs: 600_000 };
    const facts = { roles: [], clientTags: [], applicationName: 'orrery' };
    const engine = await openEngine('trino', { ...server, ...limits, ...facts });
    const times = [
      ["TIMESTAMP '2024-12-31 23:59:59.9999999'", '2024-12-31 23:59:59.999999'],
      ["TIMESTAMP '2024-12-31 23:59:59.9996'", '2024-12-31 23:59:59.999600'],
      ["TIMESTAMP '2024-01-01 00:00:00'", '2024-01-01 00:00:00.000000'],
      ["DATE '2024-01-01'", '2024-01-01 00:00:00.000000'],
      ["TIMESTAMP '2024-01-01 00:00:00.5 +05:30'", '2023-12-31 18:30:00.500000'],
      ['CAST(NULL AS timestamp)', null],
    ] as const;
    const selected = times.map(([sql]) => microsecondsText(sql, { name: 'trino' }));
    const statement = { text: `SELECT ${selected.join(', ')}`, params: [] };
    const { batches } = await engine.run(statement, new AbortController().signal);
    const read: unknown[] = [];
    for await (const { columns } of batches) read.push(...columns.map(([value]) => value));
    expect(read).toEqual(times.map(([, text]) => text));
    await engine.close();
    await drop();
  });
});
