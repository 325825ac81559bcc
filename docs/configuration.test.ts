import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../packages/cli/src/commands/commands.ts';
import { readProject } from '../packages/config/src/project.ts';
import {
  knownVariables,
  settingNames,
  unbuiltVariables,
  type SettingName,
} from '../packages/config/src/setting-names.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const page = readFileSync(join(import.meta.dirname, 'configuration.md'), 'utf8');
const named = (pattern: RegExp) => [...new Set(page.match(pattern))].sort();

it('the page of settings names every variable and no others', () => {
  const known = new Set([...knownVariables, ...unbuiltVariables.keys()]);
  expect(named(/\b(?:ORRERY|CUBEJS)_[A-Z_]*[A-Z]\b/g)).toEqual([...known].sort());
});

it('the page of settings names every flag and every command', () => {
  const settings: readonly SettingName[] = Object.values(settingNames);
  const flags = settings.flatMap(({ flag }) => flag ?? []);
  expect(flags.filter((flag) => !page.includes(`\`--${flag}`))).toEqual([]);
  const verbs = [...commands.keys()].map((verb) => `\`orrery ${verb}`);
  expect(verbs.filter((verb) => !page.includes(verb))).toEqual([]);
});

it('the project file of the page is read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
  try {
    mkdirSync(join(directory, 'model'));
    writeFileSync(join(directory, 'orrery.yml'), fencedBlocks(page).find(({ use }) => use === 'project')?.text ?? '');
    const { dataSources, query } = readProject(directory, {});
    writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
    expect([...dataSources.keys()]).toEqual(['default']);
    expect(query).toEqual(readProject(directory, {}).query);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
