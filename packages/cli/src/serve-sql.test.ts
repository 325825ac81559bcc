import { describe, expect, it } from 'vitest';
import { serveSql } from './serve-sql.ts';

const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });

async function serve(port: number | 'off' | undefined, usualSqlPort: number | undefined, failure?: Error) {
  const asked: number[] = [];
  const notes: string[] = [];
  let isClosed = false;
  const composition = {
    listenForSql: async (wanted: number) => {
      asked.push(wanted);
      if (failure) throw failure;
      return wanted;
    },
    close: async () => {
      isClosed = true;
    },
  };
  const sql = { mostSessions: 1, ...(port === undefined ? {} : { port }) };
  const settings = { sql, http: { host: '127.0.0.1' } } as Parameters<typeof serveSql>[1];
  const opened = serveSql(composition, settings, { usualSqlPort, note: (text) => notes.push(text) });
  const result = await opened.catch((error: Error) => error.message);
  return { asked, notes, isClosed, result };
}

describe("the port of PostgreSQL's protocol", () => {
  it('is the one that was named, else the usual one, else none', async () => {
    expect(await serve(5432, 15432)).toMatchObject({ asked: [5432], result: 5432 });
    expect(await serve(undefined, 15432)).toMatchObject({ asked: [15432], result: 15432 });
    expect(await serve(undefined, undefined)).toMatchObject({ asked: [], result: undefined });
    expect(await serve('off', 15432)).toMatchObject({ asked: [], result: undefined });
  });

  it('is left out with one line where the usual one is taken', async () => {
    expect(await serve(undefined, 15432, taken)).toEqual({
      asked: [15432],
      notes: ['Port 15432 is taken on 127.0.0.1, so SQL tools cannot connect; choose another one with --sql-port.'],
      isClosed: false,
      result: undefined,
    });
  });

  it('stops the start where the named one is taken', async () => {
    expect(await serve(5432, 15432, taken)).toMatchObject({
      notes: [],
      isClosed: true,
      result: 'Port 5432 is taken on 127.0.0.1; choose another one with --sql-port.',
    });
  });
});
