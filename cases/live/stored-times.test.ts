import type { Engine } from '@orrery/engines';
import { compileQuery, cubeOf, type MemberId, timeProbe, timesOf } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readCases } from '../read-cases.ts';
import { caseDialect } from '../case-dialects.ts';
import { bindCase, type CaseDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import { describeOn, liveDatabases } from './live-databases.ts';

const cases = readCases().filter(({ model }) => model.stored !== undefined);
const folders = [...new Map(cases.map((one) => [one.model.stored, one])).values()];
const never = new AbortController().signal;

/** The days among the members that a file names, as the engine says it. */
async function daysOn(
  engine: Engine,
  { dialect, rewrites }: CaseDialect,
  folder: (typeof folders)[number],
): Promise<readonly MemberId[]> {
  const bound = bindCase(folder, rewrites);
  if (!bound.ok) throw new Error('a case with times has a model');
  const { model } = bound.value;
  const days: MemberId[] = [];
  for (const name of new Set(listed(folder).map(cubeOf))) {
    const { stored, made } = timesOf(model, name);
    for (const times of [
      { stored, made: [] },
      { stored: [], made },
    ]) {
      const members = [...times.stored, ...times.made];
      if (members.length === 0) continue;
      const probe = timeProbe(model, times);
      const compiled = compileQuery(probe.query, probe.model, dialect, { context: { kind: 'probe' } });
      if (!compiled.ok) throw new Error(`there is no statement for the times of ${name}`);
      const { columns, batches } = await engine.run(compiled.value, never);
      for await (const _ of batches) throw new Error('no rows were asked for');
      const told = members.map((member, index) => ({ member, column: columns[index] }));
      days.push(
        ...told.flatMap(({ member, column }) => (column?.isDay && member.type !== 'string' ? [member.id] : [])),
      );
      const texts = told.filter(({ member, column }) => member.type === 'time' && column?.type === 'string');
      days.push(...texts.map(({ member }) => `${member.id} in texts` as MemberId));
    }
  }
  return days.sort();
}

function listed({ model }: (typeof folders)[number]): readonly MemberId[] {
  const { days = [], texts = [] } = model.stored ?? {};
  return [...days, ...texts.map((id) => `${id} in texts` as MemberId)];
}

it.each(folders)('DuckDB describes times as stored.json does: $model.name', async (folder) => {
  await using fixtures = await FixtureDatabase.open();
  expect(await daysOn(fixtures.engine, caseDialect('duckdb'), folder)).toEqual([...listed(folder)].sort());
});

describeOn(liveDatabases, ({ open, ...place }) => {
  it('describes times as stored.json does', async () => {
    await using database = await open();
    for (const folder of folders)
      expect(await daysOn(database.engine, place, folder)).toEqual([...listed(folder)].sort());
  });
});
