import { openEngine } from '@orrery/engines';
import pg from 'pg';
import { postgresDatabase } from '../../tests/servers/postgres.ts';
import { serverSettings } from '../../tests/servers/server-settings.ts';
import { caseDialect } from '../case-dialects.ts';
import { fixtureTexts } from '../fixture-texts.ts';
import type { LiveDatabase, OpenDatabase } from './live-database.ts';

export const postgres: LiveDatabase = {
  name: 'PostgreSQL',
  ...caseDialect('postgres'),
  open: openPostgres,
};

async function openPostgres(): Promise<OpenDatabase> {
  const { url, drop } = await postgresDatabase();
  await loadFixtures(url);
  const engine = await openEngine('postgres', { ...serverSettings(url), searchPath: [], timeoutMs: 20_000 });
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await drop();
    },
  };
}

async function loadFixtures(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Several statements in one message are one transaction.
  await client.query(fixtureTexts().map(toPostgres).join('\n'));
  await client.end();
}

export function toPostgres(fixture: string): string {
  return fixture.replaceAll(/\bDOUBLE\b/g, 'DOUBLE PRECISION');
}
