import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { modelWithin, sharedModel } from './case-model.ts';
import type { PlannerCase } from './planner-case.ts';
import { root } from './root.ts';

/** The keys of a case file; `model` and `additions` belong to its model. */
const keys = [
  'contract',
  'query',
  'caller',
  'model',
  'additions',
  'refused',
  'truth',
  'truths',
  'total',
  'plan',
] as const;

type CaseText = Partial<Readonly<Record<(typeof keys)[number], never>>>;

let known: readonly PlannerCase[] | undefined;

/** All cases, sorted by name. */
export function readCases(): readonly PlannerCase[] {
  known ??= caseFiles().map(readCase);
  return known;
}

function caseFiles(): readonly string[] {
  const isCase = (file: string) => !['model.yml', 'additions.yml'].includes(basename(file));
  const files = globSync('**/*.yml', { cwd: root, exclude: ['fixtures', 'live', 'sql', 'statements'] });
  return files
    .filter(isCase)
    .map((file) => file.replaceAll('\\', '/').replace(/\.yml$/, ''))
    .sort();
}

function readCase(name: string): PlannerCase {
  const file = join(root, `${name}.yml`);
  const text: unknown = parse(readFileSync(file, 'utf8'));
  const { model, additions, query, truths = {}, ...rest } = requireCase(name, text);
  if (query === undefined) throw new Error(`cases/${name}.yml has no query. A file with a model is named model.yml.`);
  return {
    name,
    file,
    model: model === undefined ? sharedModel(name, additions) : modelWithin(name, model, additions),
    query,
    truths,
    ...rest,
  };
}

function requireCase(name: string, value: unknown): CaseText {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  const strangers = isMapping ? Object.keys(value).filter((key) => !keys.some((one) => one === key)) : [];
  if (!isMapping || strangers.length > 0)
    throw new Error(`cases/${name}.yml: ${strangers.join(', ') || 'no mapping'}; it may have ${keys.join(', ')}`);
  return value;
}

/** Writes the plan at the end of the file of its case; the rest of the file stays unchanged. */
export function recordPlan({ file }: PlannerCase, plan: string): void {
  const written = readFileSync(file, 'utf8').replace(/^plan:[^]*$/m, '');
  const lines = plan
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`));
  writeFileSync(file, `${written}plan: |\n${lines.join('\n')}\n`);
}
