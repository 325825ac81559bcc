import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { keepBuilt, pageBuilds } from '../../scripts/pages/keep-built.ts';

const { folder } = pageBuilds.console;

interface Built {
  readonly script: string;
  readonly pages: readonly {
    readonly path: string;
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
  }[];
}

let built: Built;
let files: readonly string[];

beforeAll(async () => {
  await keepBuilt('console');
  built = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Built;
  files = Object.keys(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as object);
});

const kilobytes = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readFileSync(join(folder, `${name}.gz`)).length, 0) / 1_000;

it.each([
  ['/sign-in', 95],
  ['/set-password', 95],
  ['/start', 95],
  ['/signed-in', 95],
  ['/connect', 95],
  ['/device', 95],
  ['/', 200],
  ['/explore', 245],
  ['/workspace', 235],
  ['/dashboards/:publicId', 205],
  ['/deployments/:deploymentId/workbooks/:workbookId', 260],
  ['/preferences', 200],
  ['/applications', 200],
  ['/authentication', 200],
  ['/embed/d/:deploymentId/app', 215],
])('%s shows something after at most %d kB of script', (path, most) => {
  const page = built.pages.find((each) => each.path === path);
  expect(kilobytes([built.script, ...(page?.scripts ?? ['missing'])])).toBeLessThan(most);
});

it('a page has at most 25 kB of style before it shows something', () => {
  for (const { path, styles } of built.pages) expect([path, kilobytes(styles) < 25]).toEqual([path, true]);
});

it('what draws charts is a chunk of at most 225 kB, which no page waits for', () => {
  const chunk = files.filter((name) => /^draw-chart-.*\.js$/.test(name));
  expect(chunk).toHaveLength(1);
  expect(kilobytes(chunk)).toBeLessThan(225);
  expect(built.pages.flatMap(({ scripts }) => scripts).filter((name) => chunk.includes(name))).toEqual([]);
});
