import { openEngine } from '@orrery/engines';
import { createConnection } from 'mysql2/promise';
import { mariadbDatabase } from '../../tests/servers/mariadb.ts';
import { serverSettings } from '../../tests/servers/server-settings.ts';
import { caseDialect } from '../case-dialects.ts';
import { fixtureTexts } from '../fixture-texts.ts';
import type { LiveDatabase, OpenDatabase } from './live-database.ts';

export const mariadb: LiveDatabase = {
  name: 'MariaDB',
  ...caseDialect('mysql'),
  open: openMariadb,
};

async function openMariadb(): Promise<OpenDatabase> {
  const { url, drop } = await mariadbDatabase();
  await loadFixtures(url);
  const engine = await openEngine('mysql', { ...serverSettings(url), timeoutMs: 20_000 });
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await drop();
    },
  };
}

async function loadFixtures(uri: string): Promise<void> {
  const connection = await createConnection({ uri, multipleStatements: true });
  await connection.query("SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'");
  await connection.query("DO GET_LOCK('fixtures', 60)"); // a schema is a database here, the same one for all test files
  const [archives] = await connection.query({ sql: "SHOW DATABASES LIKE 'archive'", rowsAsArray: true });
  const hasArchive = Array.isArray(archives) && archives.length > 0;
  for (const text of fixtureTexts()) {
    const [own = '', archive = ''] = text.split(/(?=CREATE SCHEMA archive)/);
    await connection.query(toMariadb(hasArchive ? own : own + archive));
  }
  await connection.end();
}

export function toMariadb(fixture: string): string {
  return fixture.replaceAll(/\bVARCHAR\b/g, 'VARCHAR(100)').replaceAll(/\bTIMESTAMP\b/g, 'DATETIME(6)');
}
