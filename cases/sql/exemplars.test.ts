import { join } from 'node:path';
import { dialects } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { caseDialect, caseDialects } from '../case-dialects.ts';
import { compileCase } from '../compile-case.ts';
import { isAnswered, type PlannerCase } from '../planner-case.ts';
import { readCases } from '../read-cases.ts';
import { recording } from '../recording.ts';
import { root } from '../root.ts';
import { markOf, SqlLock } from '../sql-lock.ts';
import { functionsOf, planPartsOf } from './constructs-of.ts';
import { readExemplars, writeExemplars } from './exemplars.ts';

const subjects = readExemplars();
const exemplars = [...subjects.values()].flat();

describe.each(dialects.map(({ name }) => name))('%s', (name) => {
  it.each([...subjects])('has the recorded statements: %s', async (subject, shown) => {
    await expect(writeExemplars(shown, caseDialect(name))).toMatchFileSnapshot(
      join(import.meta.dirname, subject, `${name}.sql`),
    );
  });

  it('an exemplar shows each function of the dialect that a case uses', () => {
    expect(withoutExemplar((one) => functionsOf(one, caseDialect(name)))).toEqual([]);
  });
});

it('an exemplar shows each kind of plan node, and each pass, that a case has', () => {
  expect(withoutExemplar(planPartsOf)).toEqual([]);
});

/** The constructs that no exemplar shows, each with a case that has it. */
function withoutExemplar(constructsOf: (one: PlannerCase) => ReadonlySet<string>): readonly (readonly string[])[] {
  const shown = new Set(exemplars.flatMap(({ shownBy }) => [...constructsOf(shownBy)]));
  const missing = new Map<string, string>();
  for (const one of readCases().filter(isAnswered))
    for (const construct of constructsOf(one)) if (!shown.has(construct)) missing.set(construct, one.name);
  return [...missing];
}

it.skipIf(recording() === 'all').each(caseDialects)(
  'every exemplar shows the statements that ran on an engine: $dialect.name',
  (place) => {
    const locked = new SqlLock(join(root, 'sql.lock')).marks(place.dialect.name);
    const others = exemplars.filter(({ shownBy }) => {
      const mark = markOf(compileCase(shownBy, place));
      return mark !== (locked.get(shownBy.name) ?? mark);
    });
    expect(others.map(({ construct }) => construct)).toEqual([]);
  },
);
