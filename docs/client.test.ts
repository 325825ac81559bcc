import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeProject } from '../tests/guarded-service.ts';
import { ScimService } from '../tests/scim/scim-service.ts';
import { filesBesideTests, root, textOf } from '../tests/sources.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const page = readFileSync(join(import.meta.dirname, 'client.md'), 'utf8');
const programs = fencedBlocks(page).filter(({ language }) => language === 'js');

const model = `
cubes:
  - name: orders
    sql: >
      SELECT 1 AS id, 'completed' AS status, 10.5 AS total, TIMESTAMP '2026-01-05 00:00:00' AS created_at
      UNION ALL SELECT 2, 'returned', 20, TIMESTAMP '2026-02-05 00:00:00'
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: revenue, sql: total, type: sum }
`;

const shown: Readonly<Record<string, readonly string[]>> = {
  platform: ['Norway', '400', 'name ', 'userIds.0 '],
  'by-path': ["[ '"],
  data: ['returned 20', 'completed 10.5', 'Orders Revenue', 'completed 1'],
  chat: ['orrerySqlApi is done', 'completed', "[ 'returned', '1' ]", '2026'],
};

let folder: string;
let project: string;
let service: ScimService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-documented-client-'));
  mkdirSync(join(folder, 'node_modules/@orrery'), { recursive: true });
  symlinkSync(resolve(root, 'packages/client'), join(folder, 'node_modules/@orrery/client'), 'dir');
  project = await writeProject({ model });
  service = await ScimService.open('sqlite', { project });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  for (const each of [folder, project]) rmSync(each, { recursive: true });
});

it.each(programs)('the program $use of the page runs', async ({ use, text }) => {
  const file = join(folder, `${use}.mjs`);
  writeFileSync(file, text);
  const { origin: ORRERY, token: TOKEN } = service.served;
  const env = { ...process.env, ORRERY, TOKEN, KEY: service.key };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  for (const part of shown[use] ?? []) expect(stdout).toContain(part);
  expect(shown).toHaveProperty([use]);
});

it('the page has every code of errors that the clients find, and no other', () => {
  const sources = ['http', 'platform', 'data', 'chat'].flatMap((part) => sourcesIn(part));
  const used = new Set(
    sources.flatMap((text) => [...text.matchAll(/'((?:client|statement|chat)\.[a-z-]+)'/g)].map(([, code]) => code)),
  );
  const rows = [...page.matchAll(/^\| ((?:`[\w.-]+`(?:, )?)+).*\|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`([\w.-]+)`/g),
  ]);
  const listed = rows.map(([, code = '']) => code).filter((code) => /^(?:client|statement|chat)\./.test(code));
  expect(listed.sort()).toEqual([...used].sort());
});

function sourcesIn(part: string): readonly string[] {
  return filesBesideTests(`packages/client/src/${part}/**/*.ts`).map(textOf);
}
