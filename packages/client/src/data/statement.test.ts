import { describe, expect, it } from 'vitest';
import {
  type Answer,
  AnsweringServer,
  dropped,
  endless,
  json,
  lines,
  pieces,
  silent,
} from '../answering-server-fixture.ts';
import { createDataClient } from './data-client.ts';

const schema = [
  { name: 'city', column_type: 'String' },
  { name: 'total', column_type: 'Double' },
];
const head = { schema, lastRefreshTime: '2026-01-01T00:00:00.000Z' };
const first = {
  data: [
    ['Oslo', '12.5'],
    ['Bergen', null],
  ],
};
const second = { data: [['Tromsø', '3']] };
const end = { done: true, value: undefined };
const waiting = json({ error: 'Continue wait', requestId: 'r' });

async function withClient<T>(
  answers: readonly Answer[],
  act: (client: ReturnType<typeof createDataClient>, server: AnsweringServer) => Promise<T>,
): Promise<T> {
  await using server = await AnsweringServer.open(...answers);
  return await act(createDataClient({ apiUrl: server.address, token: 't', retry: { waitMs: 1 } }), server);
}

async function all<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

describe('cubeSql', () => {
  it('waits, and gives the whole result', async () => {
    const answers = [waiting, dropped, pieces([lines(head, first), lines(second)])];
    await withClient(answers, async (client, { asked }) => {
      expect(await client.cubeSql('SELECT 1', { timezone: 'Europe/Oslo', cache: 'no-cache' })).toEqual({
        schema,
        data: [...first.data, ...second.data],
        lastRefreshTime: head.lastRefreshTime,
      });
      expect(asked).toHaveLength(3);
      expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
        query: 'SELECT 1',
        throwContinueWait: true,
        cache: 'no-cache',
        timezone: 'Europe/Oslo',
      });
    });
  });

  it('reads as many rows as are wanted, and leaves the rest', async () => {
    let isLeft: Promise<unknown> = Promise.resolve();
    const endless: Answer = (response) => {
      isLeft = new Promise((done) => response.on('close', done));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(lines(head, first, second)); // and no end
    };
    await withClient([endless], async (client) => {
      const rows = [...first.data, ...second.data].slice(0, 1);
      expect(await client.cubeSql('SELECT 1', { maxRows: 1 })).toMatchObject({ schema, data: rows });
      await isLeft;
    });
    await withClient([endless], async (client) => {
      expect((await client.cubeSql('SELECT 1', { maxRows: 3 })).data).toEqual([...first.data, ...second.data]);
      await isLeft;
    });
    await withClient([pieces([lines(head, first), lines(second)])], async (client) => {
      expect((await client.cubeSql('SELECT 1', { maxRows: 9 })).data).toHaveLength(3);
    });
  });

  it('reads numbers on request', async () => {
    await using server = await AnsweringServer.open(pieces([lines(head, first)]));
    const client = createDataClient({ apiUrl: server.address, token: 't', numbers: 'number' });
    expect((await client.cubeSql('SELECT 1')).data).toEqual([
      ['Oslo', 12.5],
      ['Bergen', null],
    ]);
  });

  it.each([
    [
      'an error in place of a result',
      [lines({ error: 'User Error: no table', requestId: 'r-1' })],
      'User Error: no table',
    ],
    ['an error after data', [lines(head, first, { error: 'Database Execution Error: x' })], 'Database Execution Error'],
    ['a line that is cut', [lines(head), '{"data":[["Os'], 'no JSON object'],
    ['a line that is neither', [lines(head, { other: 1 })], 'neither rows nor an error'],
    ['nothing', [''], 'ended before its first line'],
  ])('throws for %s', async (_, parts, message) => {
    await withClient([pieces(parts)], async (client) => {
      await expect(client.cubeSql('SELECT 1')).rejects.toThrow(message);
      await expect(all(client.cubeSqlStream('SELECT 1'))).rejects.toThrow(message);
    });
  });
});

describe('cubeSqlStream', () => {
  it('yields rows by the names of their columns', async () => {
    await withClient([waiting, pieces([lines(head, first), lines(second)])], async (client) => {
      const rows = client.cubeSqlStream<{ city: string; total: string | null }>('SELECT 1');
      expect(await rows.schema()).toEqual(schema);
      expect(await all(rows)).toEqual([
        { city: 'Oslo', total: '12.5' },
        { city: 'Bergen', total: null },
        { city: 'Tromsø', total: '3' },
      ]);
    });
  });

  it('is not asked again after the first line, and never ends early', async () => {
    await withClient([pieces([lines(head, first)], { isBroken: true })], async (client, { asked }) => {
      const seen: unknown[] = [];
      const read = async () => {
        for await (const row of client.cubeSqlStream('SELECT 1')) seen.push(row);
      };
      await expect(read()).rejects.toMatchObject({ code: 'client.network' });
      expect([asked.length, seen.length]).toEqual([1, 2]);
    });
  });

  it('takes rows at the pace of the loop, and leaves the request with it', async () => {
    let [written, isLeft] = [0, false];
    const endless: Answer = async (response) => {
      response.on('close', () => {
        isLeft = true;
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(lines(head));
      const batch = lines({ data: Array(1000).fill(['x'.repeat(100), '1']) });
      while (!isLeft) {
        if (response.writableNeedDrain) await new Promise((done) => setTimeout(done, 2));
        else {
          response.write(batch);
          written += 1;
        }
      }
    };
    await withClient([endless], async (client) => {
      let seen = 0;
      for await (const _ of client.cubeSqlStream('SELECT 1')) {
        seen += 1;
        if (seen % 1000 === 0) await new Promise((done) => setTimeout(done, 5));
        if (seen === 20_000) break;
      }
      await expect.poll(() => isLeft).toBe(true);
      // What is on the way is bounded by the buffers of the line, not by what the server can make.
      expect(written).toBeLessThan(200);
    });
  });

  it('refuses two columns of one name', async () => {
    const twice = { schema: [...schema, ...schema] };
    await withClient([pieces([lines(twice, { data: [] })])], async (client) => {
      await expect(all(client.cubeSqlStream('SELECT 1'))).rejects.toMatchObject({ code: 'client.same-columns' });
    });
  });

  it.each([
    ['columns of one name', { schema: [...schema, ...schema] }, 'client.same-columns'],
    ['an error', { error: 'No such column' }, 'statement.failed'],
    ['anything else', { rows: [] }, 'statement.failed'],
  ])('leaves an answer that begins with %s', async (_, begin, code) => {
    const { answer, left } = endless(lines(begin));
    await withClient([answer], async (client) => {
      await expect(all(client.cubeSqlStream('SELECT 1'))).rejects.toMatchObject({ code });
      await left;
    });
  });

  it('ends the request when its loop is left before the first row', async () => {
    const { answer, left } = endless(lines(head));
    await withClient([answer], async (client) => {
      const stream = client.cubeSqlStream('SELECT 1');
      const rows = stream[Symbol.asyncIterator]();
      const next = rows.next();
      await stream.schema();
      await rows.return?.();
      expect(await next).toEqual(end);
      await left;
    });
  });

  it('ends the request when only its columns were read, and its loop is left before it begins', async () => {
    const { answer, left } = silent(lines(head));
    await withClient([answer], async (client) => {
      const stream = client.cubeSqlStream('SELECT 1');
      await stream.schema();
      await stream[Symbol.asyncIterator]().return?.();
      await left;
    });
  });

  it('ends the request when its loop is left in the middle of a line, of which it takes nothing', async () => {
    const { answer, left } = silent(`${lines(head, second)}{"data":[["Ber`);
    await withClient([answer], async (client) => {
      const rows = client.cubeSqlStream('SELECT 1')[Symbol.asyncIterator]();
      expect(await rows.next()).toEqual({ done: false, value: { city: 'Tromsø', total: '3' } });
      const next = rows.next();
      await rows.return?.();
      expect(await next).toEqual(end);
      await left;
    });
  });

  it('asks no more when its loop is left while the server makes the rows', async () => {
    await withClient([waiting], async (client, { asked }) => {
      const { promise: told, resolve } = Promise.withResolvers<void>();
      const rows = client.cubeSqlStream('SELECT 1', { onProgress: () => resolve() })[Symbol.asyncIterator]();
      const next = rows.next();
      await told;
      await rows.return?.();
      expect([await next, asked.length]).toEqual([end, 1]);
    });
  });

  it('throws the error of its answer in every loop', async () => {
    await withClient([pieces([lines({ error: 'No such column' })])], async (client) => {
      const rows = client.cubeSqlStream('SELECT 1');
      await expect(all(rows)).rejects.toThrow('No such column');
      await expect(all(rows)).rejects.toThrow('No such column');
    });
  });
});
