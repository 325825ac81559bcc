import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../../tests/servers/postgres.ts';

interface WireServer {
  /** The messages of some types that a server of PostgreSQL answers a statement with, byte by byte. */
  messages(text: string, type: 'D' | 'd', isBinary?: boolean): Promise<readonly Buffer[]>;
}

/** A connection to a real server for the tests of a file; times are in UTC. */
export function useServerMessages(): WireServer {
  let database: TestDatabase;
  let client: pg.Client;
  let received: Buffer[] = [];
  beforeAll(async () => {
    database = await postgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("SET TimeZone = 'UTC'");
    // The driver reads the same stream, and keeps no bytes of a message.
    const { connection } = client as unknown as { connection: { stream: NodeJS.ReadableStream } };
    connection.stream.on('data', (bytes: Buffer) => received.push(Buffer.from(bytes)));
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  return {
    async messages(text, type, isBinary = false) {
      received = [];
      // Its readers of binary arrays are slow, and know few types.
      const types = { getTypeParser: () => (value: unknown) => value };
      const extended = { text, types, binary: isBinary, queryMode: 'extended' };
      await client.query(type === 'D' ? (extended as pg.QueryConfig) : text);
      return messagesIn(Buffer.concat(received)).filter((message) => message.toString('latin1', 0, 1) === type);
    },
  };
}

/** Cuts a stream into its messages. */
export function messagesIn(bytes: Buffer): readonly Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) throw new Error('a stream ends inside of a message');
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return messages;
}
