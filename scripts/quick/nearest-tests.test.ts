import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nearestTests } from './nearest-tests.ts';

let root: string;

const files = {
  'packages/semantic/src/index.ts': "export { sum } from './sums/sum.ts';\n",
  'packages/semantic/src/sums/sum.ts': '',
  'packages/semantic/src/sums/sum.test.ts': "import { sum } from './sum.ts';\n",
  'packages/semantic/src/sums/other.test.ts': '',
  'packages/server/src/answer.ts': "import { type Sum, sum } from '@orrery/semantic';\n",
  'packages/server/src/answer.test.ts': "import { answer } from './answer.ts';\n",
  'packages/server/src/ask.test.ts': "const { sum } = await import('@orrery/semantic');\n",
  'tests/attacks/current-rights.test.ts': "import { sum } from '../../packages/semantic/src/sums/sum.ts';\n",
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

it('the test of a changed file comes first, then its neighbours, then what imports it in two steps', () => {
  expect(nearestTests(root, ['packages/semantic/src/sums/sum.ts'], 9)).toEqual({
    chosen: [
      'packages/semantic/src/sums/sum.test.ts',
      'packages/semantic/src/sums/other.test.ts',
      'packages/server/src/ask.test.ts',
    ],
    left: 1,
  });
});

it('what is not asked is counted', () => {
  expect(nearestTests(root, ['packages/semantic/src/sums/sum.ts'], 1)).toEqual({
    chosen: ['packages/semantic/src/sums/sum.test.ts'],
    left: 3,
  });
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
