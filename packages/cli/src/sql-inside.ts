import type { Client as PostgresClient, CustomTypesConfig } from 'pg';
import type { ConnectionAnswer, SqlConnection } from './command/index.ts';

/** Number of the type of booleans, whose letters stand for no text. */
const booleanOid = 16;
/** Leaves values as the texts that the server sends. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => (value: unknown) => (oid === booleanOid ? value === 't' : value),
} as CustomTypesConfig; // one signature for text, the only format that is asked for

/** Connections to the port of PostgreSQL's protocol that this process itself listens on, once there is one. */
export class SqlInside {
  readonly #listen: () => Promise<number>;
  readonly #clients: PostgresClient[] = [];
  #port: Promise<number> | undefined;

  /** @param listen opens the port */
  constructor(listen: () => Promise<number>) {
    this.#listen = listen;
  }

  async connect(password: string, applicationName: string): Promise<SqlConnection> {
    this.#port ??= this.#listen();
    const [{ default: pg }, port] = await Promise.all([import('pg'), this.#port]);
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port, user: 'cube', password, database: '1', types },
      application_name: applicationName,
      ssl: { rejectUnauthorized: false }, // the certificate was made for this one process
    });
    client.on('error', () => undefined); // the next statement fails, and says why
    await client.connect();
    this.#clients.push(client);
    return { ask: (text, protocol) => ask(client, text, protocol) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function ask(
  client: PostgresClient,
  text: string,
  protocol: Parameters<SqlConnection['ask']>[1],
): Promise<ConnectionAnswer> {
  const { DatabaseError } = await import('pg');
  const query = { text, rowMode: 'array' as const, ...(protocol === 'extended' ? { queryMode: 'extended' } : {}) };
  try {
    const { fields, rows } = await client.query<(string | boolean | null)[]>(query);
    return { names: fields.map(({ name }) => name), rows };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { message, detail, hint } = error;
    return { message, error: [message, detail, hint].filter((part) => part !== undefined).join('\n') };
  }
}
