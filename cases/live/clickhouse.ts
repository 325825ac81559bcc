import { openEngine } from '@orrery/engines';
import { type ClickhouseDatabase, clickhouseDatabase, hasClickhouse } from '../../tests/servers/clickhouse.ts';
import { caseDialect } from '../case-dialects.ts';
import { fixtureTexts } from '../fixture-texts.ts';
import type { LiveDatabase, OpenDatabase } from './live-database.ts';
import { loseAtOnce } from './lose-at-once.ts';

export const clickhouse: LiveDatabase = {
  name: 'ClickHouse',
  ...caseDialect('clickhouse'),
  isMissing: !hasClickhouse,
  // A whole number is compared with a narrow decimal in the decimal's own type.
  refuses: /Can't compare decimal number due to overflow|is too big to place in Decimal/,
  open: openClickhouse,
};

async function openClickhouse(): Promise<OpenDatabase> {
  const database = await clickhouseDatabase();
  await loadFixtures(database);
  const { ask: _, drop, ...place } = database;
  const engine = await openEngine('clickhouse', {
    ...place,
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    maxRunning: 4,
    timeoutMs: 120_000,
  });
  return {
    engine: loseAtOnce(engine),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await drop();
    },
  };
}

async function loadFixtures({ ask }: ClickhouseDatabase): Promise<void> {
  await ask('CREATE DATABASE IF NOT EXISTS archive');
  for (const text of fixtureTexts()) for (const statement of toClickhouse(text)) await ask(statement);
}

/** The statements of a fixture: a request takes one. */
export function toClickhouse(fixture: string): readonly string[] {
  const text = fixture
    .replaceAll(/^--.*$/gm, '')
    .replaceAll('\\', '\\\\')
    .replaceAll(/\b(?:DATE|TIMESTAMP) (?=')/g, '')
    .replaceAll(/\bTIMESTAMP\b/g, "DateTime64(6, 'UTC')")
    .replaceAll(/\bDATE\b/g, 'Date32')
    .replace('CREATE SCHEMA archive;', '')
    .replaceAll(/\bchr(?=\()/g, 'char')
    .replaceAll(/CREATE TABLE archive/g, 'CREATE OR REPLACE TABLE archive');
  return [...text.matchAll(/(?:'(?:[^']|'')*'|"[^"]*"|[^;'"])+/g)]
    .map(([text]) => text.trim())
    .filter((text) => text !== '');
}
