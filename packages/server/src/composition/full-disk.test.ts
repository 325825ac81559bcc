import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { mintToken } from '../../../deployments/src/token/mint-token.ts';
import { createLog } from '../../../cli/src/log/create-log.ts';

let directory: string;
let composition: Composition;
let adminKey: string;
let lines: string[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-full-disk-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeFileSync(
    join(directory, 'model', 'one.yml'),
    'cubes:\n  - name: one\n    sql: SELECT 1 AS id\n    measures:\n      - { name: count, type: count }\n',
  );
  lines = [];
  const sink = { write: (line: string) => void lines.push(line), flush: () => undefined };
  const { log } = createLog({ level: 'warn', format: 'json' }, sink);
  const settings = readSettings({ flags: { dev: true }, environment: {}, directory });
  composition = await compose({ settings, project: readProject(directory, {}), log, clock: Date });
  const { changes, apiKeys, accounts, accountId } = composition.metadata;
  const userId = (await accounts.ensureAdmin(accountId))?.id ?? 0;
  adminKey = (
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId, name: 'admin', deployments: 'all' }),
    )
  ).text;
});

afterEach(async () => {
  await composition.close();
  rmSync(directory, { recursive: true });
});

/** A file that may not grow fails as one on a full disk does: with SQLITE_FULL, in the middle of a transaction. */
async function fillDisk(): Promise<void> {
  await sql`PRAGMA max_page_count = 1`.execute(composition.metadata.store.database); // never less than there are
}

async function freeDisk(): Promise<void> {
  await sql`PRAGMA max_page_count = 1000000`.execute(composition.metadata.store.database);
}

const createKey = (name: string) =>
  composition.app.inject({
    method: 'POST',
    url: '/api/v1/api-keys',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name },
  });

const namesOfKeys = async () => {
  const { metadata } = composition;
  return (await metadata.apiKeys.list(metadata.accountId)).map(({ name }) => name);
};

async function load(): Promise<number> {
  const [deployment] = composition.deployments;
  const request = { securityContext: {}, expiresInSeconds: 600, clock: Date };
  const token = deployment && (await mintToken({ ...request, deployment }, { algorithms: ['HS256'], scopes: [] }));
  const answer = await composition.app.inject({
    method: 'POST',
    url: '/cubejs-api/v1/load',
    headers: { authorization: token ?? '' },
    payload: { query: { measures: ['one.count'] }, cache: 'no-cache' },
  });
  return answer.statusCode;
}

/** Until the pages that are there already are used up. */
async function createKeysUntilRefused(): Promise<{ readonly status: number; readonly made: readonly string[] }> {
  const made: string[] = [];
  for (;;) {
    const name = `key ${made.length} ${'x'.repeat(200)}`;
    const { statusCode } = await createKey(name);
    if (statusCode !== 200) return { status: statusCode, made };
    made.push(name);
  }
}

it('a full disk refuses writes with 503 and nothing else; they work again when there is room, without a restart', async () => {
  await fillDisk();
  const { status, made } = await createKeysUntilRefused();
  expect([status, (await createKey('x'.repeat(250))).json()]).toEqual([
    503,
    { error: 'The metadata store does not answer', message: 'The metadata store does not answer', statusCode: 503 },
  ]);
  expect(lines.join('')).toContain('database or disk is full');
  expect(await namesOfKeys()).toEqual(['admin', ...made]);
  expect(await load()).toBe(200);
  expect((await composition.app.inject('/readyz')).statusCode).toBe(200);
  await freeDisk();
  expect((await createKey('again')).statusCode).toBe(200);
  expect(await namesOfKeys()).toEqual(['admin', ...made, 'again']);
});
