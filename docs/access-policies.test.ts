import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { fencedBlocks } from './fenced-blocks.ts';
import { describeExamples } from './served-examples.ts';

const page = readFileSync(join(import.meta.dirname, 'access-policies.md'), 'utf8');
const models = fencedBlocks(page).filter(({ language, use }) => language === 'yaml' && use.startsWith('model'));

it.each(models)('the model in line $line has no problems', ({ text }) => {
  expect(compileModel([{ path: 'model.yml', text }]).build.problems).toEqual([]);
});

describeExamples(page);
