import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccess } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { ambiguousModel } from './ambiguous-fixture.ts';
import { analyse } from './analyse.ts';
import type { FoundNames, FoundValues, AnalysisOutcome } from './outcome.ts';
import { type RowsOfModel, rowsOfModel } from './rows-of-model.ts';
import { shopModel, visibleShop } from './shop-fixture.ts';
import type { VisibleModel } from './visible-model.ts';

/** Set to record what the questions are understood as now; each change of a line wants a reason. */
const isRecording = process.env['RECORD'] === 'questions';

/** Values of the data, by the definitions of their dimensions. */
const stored: ReadonlyMap<string, readonly string[]> = new Map([
  ['stores.city', ['Oslo', 'Bergen', 'Oslo S']],
  ['customers.city', ['Oslo', 'Bergen']],
  ['stores.region', ['North', 'South', 'Northwest']],
  ['stores.channel', ['online', 'outlet', 'store']],
  ['orders.status', ['processing', 'shipped', 'completed', 'cancelled']],
  ['categories.name', ['Shoes', 'Bags']],
  ['shops.city', ['Oslo']],
]);

/** Names that several rows of their cubes have. */
const repeated: ReadonlySet<string> = new Set(['customers.name', 'customer_journey.name']);

const now = new Date('2026-03-01T12:00:00Z');

/** Asks as a host does: words that may be values are looked up, then the question is asked again. */
function ask(question: string, model: VisibleModel, rows: RowsOfModel | undefined): AnalysisOutcome {
  const dimensions = new Map(model.cubes.flatMap((piece) => piece.dimensions.map((one) => [one.name, one] as const)));
  const [values, names]: [FoundValues[], FoundNames[]] = [[], []];
  for (let round = 1; ; round += 1) {
    const outcome = analyse(question, { model, rows, now, timezone: 'UTC', values, names });
    if (outcome.kind !== 'lookup' || round === 5) return outcome;
    for (const { words, search, members } of outcome.wanted) {
      for (const member of members) {
        const known = stored.get(dimensions.get(member)?.aliasMember ?? member) ?? [];
        const found = known.filter((value) => value.toLowerCase().includes(search.toLowerCase()));
        values.push({ words, member, values: found });
      }
    }
    for (const { member } of outcome.names) names.push({ member, areUnique: !repeated.has(member) });
  }
}

/** One outcome on a few lines: its query, or what it says. */
function shown(outcome: AnalysisOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'query': {
      const { timezone, ...query } = outcome.query;
      expect(timezone).toBe('UTC');
      return [JSON.stringify(query), ...outcome.interpretation.assumptions.map((one) => `~ ${one}`)];
    }
    case 'clarify':
      return [`which? ${JSON.stringify(outcome.choices)}`];
    case 'withheld':
      return [`withheld ${JSON.stringify(outcome.words)}`];
    case 'metadata':
      return [`says ${outcome.text.split('\n')[0]}`];
    case 'lookup':
      return ['looks up twice'];
    case 'statement':
      return [outcome.sql];
  }
}

interface Row {
  readonly question: string;
  readonly expected: readonly string[];
}

/** Reads questions, each followed by what is expected, on lines that begin with two spaces. */
function readTable(file: string): readonly Row[] {
  const rows: { question: string; expected: string[] }[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('  ')) rows.at(-1)?.expected.push(line.slice(2));
    else if (line !== '' && !line.startsWith('#')) rows.push({ question: line, expected: [] });
  }
  return rows;
}

describe.each([
  ['the shop', 'shop.txt', await visibleShop(true), rowsOfModel(shopModel().index, openAccess)],
  ['a model that invites to guess', 'ambiguous.txt', ambiguousModel, undefined],
] as const)('questions to %s', (_, name, model, rows) => {
  const file = join(import.meta.dirname, 'questions', name);
  const table = readTable(file);
  if (isRecording) {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('  '));
    const answered = lines.flatMap((line) => {
      if (line === '' || line.startsWith('#')) return [line];
      return [line, ...shown(ask(line, model, rows)).map((text) => `  ${text}`)];
    });
    writeFileSync(file, answered.join('\n'));
  }

  it.each(table)('$question', ({ question, expected }) => {
    expect(shown(ask(question, model, rows))).toEqual(expected);
  });
});
