import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { fencedBlocks } from './fenced-blocks.ts';
import { describeExamples } from './served-examples.ts';

const page = readFileSync(join(import.meta.dirname, 'several-customers.md'), 'utf8');
const [model] = fencedBlocks(page).filter(({ use }) => use === 'model shop');

it('has a model without problems and notices', () => {
  const { build } = compileModel([{ path: 'model.yml', text: model?.text ?? '' }]);
  expect([build.problems, build.notices]).toEqual([[], []]);
});

describeExamples(page);
