import { caseDialects } from './case-dialects.ts';
import { compileCase } from './compile-case.ts';
import { isAnswered } from './planner-case.ts';
import { readCases } from './read-cases.ts';
import { markOf, type SqlLock, type StatementMarks } from './sql-lock.ts';

/** The cases of each dialect whose statement is not that of the lock. Nothing runs. */
export function changedStatements(lock: SqlLock): Readonly<Record<string, readonly string[]>> {
  const answered = readCases().filter(isAnswered);
  return Object.fromEntries(
    caseDialects.map((place) => {
      const now = new Map(answered.map((one) => [one.name, markOf(compileCase(one, place))]));
      return [place.dialect.name, changedCases(now, lock.marks(place.dialect.name))];
    }),
  );
}

/** Returns the cases whose marks differ from the lock. */
export function changedCases(now: StatementMarks, locked: StatementMarks): readonly string[] {
  return [...now].flatMap(([name, mark]) => (locked.get(name) === mark ? [] : [name]));
}

const named = 5;

/** @param changed the changed cases of each dialect, by its name */
export function describeChanges(changed: Readonly<Record<string, readonly string[]>>): string {
  const counts = Object.entries(changed).toSorted(([, one], [, other]) => other.length - one.length);
  const [[largest, names] = ['', []], ...rest] = counts;
  const others = rest.map(([dialect, { length }]) => `, ${length} on ${dialect}`).join('');
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  return [
    `${names.length} cases changed on ${largest}${others}.`,
    `On ${largest}: ${names.slice(0, named).join(', ')}${more}.`,
    `Compare the statements of one: npm run cases -- --show ${names[0]}`,
    'If all of them are meant to change: npm run cases -- --update',
  ].join('\n');
}
