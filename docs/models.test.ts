import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aiModelTestSchema, newAiModelSchema } from '@orrery/contract';
import { expect, it } from 'vitest';
import { readProject } from '../packages/config/src/project.ts';
import { readModelInput } from '../packages/agents/src/models/registry/ai-model-input.ts';
import { PackageMissing } from '../packages/agents/src/models/package-missing.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const page = readFileSync(join(import.meta.dirname, 'models.md'), 'utf8');

it('the model that the page registers is taken', () => {
  const json = /-d '(\{[\s\S]*?\})'/.exec(page)?.[1] ?? '';
  const body = newAiModelSchema.parse(JSON.parse(json));
  expect(readModelInput(body, { network: { allowed: [] } })).toMatchObject({ name: 'fast', api: 'responses' });
});

it('the project file of the page is read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
  try {
    mkdirSync(join(directory, 'model'));
    writeFileSync(join(directory, 'orrery.yml'), fencedBlocks(page).find(({ use }) => use === 'project')?.text ?? '');
    const { aiModels } = readProject(directory, { OPENAI_API_KEY: 'sk-example' });
    expect(aiModels.map(({ name }) => name)).toEqual(['fast', 'local']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('the page names every field, every failure and every command that installs a package', () => {
  const fields = Object.keys(newAiModelSchema.shape);
  const failures = aiModelTestSchema.shape.failure.unwrap().options;
  expect([...fields, ...failures].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  for (const name of ['@ai-sdk/amazon-bedrock', '@ai-sdk/google-vertex']) {
    const { message } = new PackageMissing(name, {});
    expect(page).toContain(/npm install \S+/.exec(message)?.[0]);
  }
});
