import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { cubeKeys } from '../packages/semantic/src/source/cube/read-cube.ts';
import { dimensionKeys } from '../packages/semantic/src/source/member/read-dimension.ts';
import { measureKeys } from '../packages/semantic/src/source/member/read-measure.ts';
import { viewKeys } from '../packages/semantic/src/source/view/read-view.ts';
import { fencedBlocks } from './fenced-blocks.ts';
import { describeExamples } from './served-examples.ts';

const page = readFileSync(join(import.meta.dirname, 'model.md'), 'utf8');
const blocks = fencedBlocks(page);

it.each(blocks.filter(({ language }) => language === 'yaml'))('the model in line $line has no problems', ({ text }) => {
  expect(compileModel([{ path: 'model.yml', text }]).build.problems).toEqual([]);
});

it.each([
  ['cubes', cubeKeys],
  ['views', viewKeys],
  ['dimensions', dimensionKeys],
  ['measures', measureKeys],
] as const)('the page lists the keys of %s that come later', (name, { later }) => {
  const line = page.split('\n').find((one) => one.startsWith(`| ${name} | \``)) ?? '';
  expect([...line.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual([...later]);
});

describeExamples(page);
