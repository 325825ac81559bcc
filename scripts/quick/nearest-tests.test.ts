import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storiesOfRooms } from '../../tests/console/stories-of-rooms.ts';
import { nearestTests } from './nearest-tests.ts';

let root: string;

const files = {
  'packages/semantic/src/index.ts': "export { sum } from './sums/sum.ts';\n",
  'packages/semantic/src/sums/sum.ts': 'export function sum() {}\n',
  'packages/semantic/src/sums/sum.test.ts': "import { sum } from './sum.ts';\n",
  'packages/semantic/src/sums/other.test.ts': '',
  'packages/server/src/answer.ts': "import { type Sum, sum } from '@orrery/semantic';\n",
  'packages/server/src/answer.test.ts': "import { answer } from './answer.ts';\n",
  'packages/server/src/ask.test.ts': "const { sum } = await import('@orrery/semantic');\n",
  'tests/attacks/current-rights.test.ts': "import { sum } from '../../packages/semantic/src/sums/sum.ts';\n",
  'tests/attacks/sums.test.ts': "import { answer } from '../../packages/server/src/answer.ts';\n",
  'packages/semantic/package.json': '{ "name": "@orrery/semantic", "exports": "./src/index.ts" }',
  'packages/charts/package.json': '{ "name": "@orrery/charts", "exports": { "./words": "./src/words/index.ts" } }',
  'packages/charts/src/words/index.ts': "export * from './say.ts';\nexport { hide as conceal } from './hide.ts';\n",
  'packages/charts/src/words/say.ts': 'export const say = 1;\n',
  'packages/charts/src/words/hide.ts': 'export function hide() {}\n',
  'apps/console/src/tiles/tile.tsx': "import {\n  conceal,\n} from '@orrery/charts/words';\n",
  'apps/console/src/workbook/rows.ts': "import { Tile } from '../tiles/tile.tsx';\n",
  'apps/console/src/workbook/rows.test.ts': "import { rows } from './rows.ts';\n",
  'apps/console/src/shell/shell.tsx': '',
  'tests/console/thirty-tiles.test.ts': '',
  'tests/console/workbooks.test.ts': '',
  'tests/console/pages.test.ts': '',
  'cases/cases.test.ts': '',
  'cases/joins/first/model.yml': '',
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-nearest-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});

afterAll(() => rmSync(root, { recursive: true }));

it('the test of a changed file comes first, then its neighbours, then what imports it, then what shares its name', () => {
  expect(nearestTests(root, ['packages/semantic/src/sums/sum.ts'], 9)).toEqual({
    chosen: [
      'packages/semantic/src/sums/sum.test.ts',
      'packages/semantic/src/sums/other.test.ts',
      'packages/server/src/ask.test.ts',
      'tests/attacks/sums.test.ts',
      'packages/server/src/answer.test.ts',
    ],
    left: 1,
  });
});

it('what is not asked is counted', () => {
  expect(nearestTests(root, ['packages/semantic/src/sums/sum.ts'], 1)).toEqual({
    chosen: ['packages/semantic/src/sums/sum.test.ts'],
    left: 5,
  });
});

it('importers are followed through entries of packages and rooms by name, into the application, in both endings', () => {
  expect(nearestTests(root, ['packages/charts/src/words/hide.ts'], 9).chosen).toEqual([
    'apps/console/src/workbook/rows.test.ts',
  ]);
  expect(nearestTests(root, ['packages/charts/src/words/say.ts'], 9).chosen).toEqual([]);
});

it('files of the application are asked of by stories in the browser, also where no test stands beside them', () => {
  expect(nearestTests(root, ['apps/console/src/tiles/tile.tsx'], 9).chosen).toEqual([
    'apps/console/src/workbook/rows.test.ts',
    'tests/console/thirty-tiles.test.ts',
  ]);
  expect(nearestTests(root, ['apps/console/src/shell/shell.tsx'], 9).chosen).toEqual(['tests/console/pages.test.ts']);
});

it('every room of the application has stories, and they exist', () => {
  const repository = resolve(import.meta.dirname, '../..');
  const rooms = readdirSync(join(repository, 'apps/console/src'));
  expect(Object.keys(storiesOfRooms).toSorted()).toEqual(rooms.toSorted());
  for (const story of Object.values(storiesOfRooms).flat()) {
    expect(existsSync(join(repository, `tests/console/${story}.test.ts`)), story).toBe(true);
  }
});

it('a change that no test covers has none', () => {
  expect(nearestTests(root, ['README.md'], 9)).toEqual({ chosen: [], left: 0 });
});

it('a test that changed is asked however long it takes', () => {
  expect(nearestTests(root, ['tests/attacks/current-rights.test.ts'], 9).chosen).toEqual([
    'tests/attacks/current-rights.test.ts',
  ]);
});

it('what has no test in its folder is asked of by the folder above', () => {
  expect(nearestTests(root, ['cases/joins/first/model.yml', 'README.md'], 9)).toEqual({
    chosen: ['cases/cases.test.ts'],
    left: 0,
  });
});
