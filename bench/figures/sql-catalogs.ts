import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import type { ServerPlace } from '../server-process.ts';
import { startSqlPort } from '../start-sql-port.ts';

const rounds = 20;
const statements = join(import.meta.dirname, '../../packages/sql/src/bind/catalog');

/**
 * Measures what clients ask of the catalogs of a wide model over the port for clients of PostgreSQL. Each text is asked
 * once, so that no answer is kept.
 *
 * @param place its project is a model of 200 cubes
 */
export async function sqlCatalogs(place: ServerPlace): Promise<readonly Figure[]> {
  const { server, urlFor } = await startSqlPort(place);
  const client = new pg.Client({ connectionString: await urlFor({}) });
  await client.connect();
  try {
    return [
      await timesOf(client, { name: '\\d of psql', text: firstOf('psql.sql', '\\d'), bound: 50 }),
      await timesOf(client, {
        name: 'DatabaseMetaData.getColumns',
        text: firstOf('clients.sql', 'jdbc getColumns'),
        bound: 250,
      }),
    ];
  } finally {
    await client.end();
    await server.stop();
  }
}

/** The first statement under a heading of a file. */
function firstOf(file: string, heading: string): string {
  const parts = readFileSync(join(statements, file), 'utf8').split(/^--- /m);
  const found = parts.find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`${file} has no '${heading}'`);
  return found.slice(heading.length + 1).trimEnd();
}

async function timesOf(
  client: pg.Client,
  { name, text, bound }: { readonly name: string; readonly text: string; readonly bound: number },
): Promise<Figure> {
  const times: number[] = [];
  while (times.length <= rounds) times.push(await timeMs(() => client.query(text + ' '.repeat(times.length))));
  const [first = 0, ...others] = times;
  const own = median(others);
  return {
    name: `${name}, 200 cubes of 40 members`,
    measured: ms(own),
    baseline: `the first one ${ms(first)}`,
    bound: ms(bound),
    isWithin: own <= bound,
  };
}
