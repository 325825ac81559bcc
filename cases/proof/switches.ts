import type { Evaluation } from './evaluation.ts';
import { apart, type Filter, membersOfFilter, passesCells, type RowFilter } from './filters.ts';
import type { Question } from './groups.ts';
import { findMember, type Found, type FoundDimension } from './members.ts';
import { Refused } from './refusal.ts';
import type { World } from './world.ts';

/** The part of a question that rows answer, and the mapping of its groups to the values of its switches. */
interface WithoutSwitches {
  readonly evaluation: Evaluation;
  readonly question: Question;
  /** The keys that a key of rows stands for. */
  readonly beside: (key: string) => readonly string[];
  /** The key of rows behind a key; nothing when filters let its values not pass. */
  readonly apart: (key: string) => string | undefined;
}

export function isSwitch({ kind, member }: Found): boolean {
  return kind === 'dimension' && member.values !== undefined;
}

export function withoutSwitches(evaluation: Evaluation, question: Question): WithoutSwitches | undefined {
  const { world } = evaluation;
  const filters = evaluation.rowFilters.flatMap(apart);
  const tests = filters.filter((filter) => readsSwitch(world, filter)) as Filter[]; // segments read rows
  const switches = question.touched.filter(isSwitch) as FoundDimension[]; // only dimensions are
  if (switches.length === 0) return undefined;
  for (const test of tests) {
    if (!membersOfFilter(test).every((id) => isSwitch(findMember(world, id)))) {
      throw new Refused('plan.switch-in-condition');
    }
  }
  const shown = question.by.flatMap(({ found }, at) => (isSwitch(found) ? [{ id: idOf(found), at }] : []));
  const tested = tests.flatMap(membersOfFilter).map((id) => findMember(world, id));
  const involved = new Map([...shown.map(({ id }) => findMember(world, id)), ...tested].map((one) => [idOf(one), one]));
  const passing = combinations([...involved.values()]).filter((values) =>
    tests.every((test) => passesCells(test, (id) => text(values.get(idOf(findMember(world, id)))))),
  );
  const rows = [...new Set(passing.map((values) => JSON.stringify(shown.map(({ id }) => values.get(id)))))];
  const isRow = (at: number) => !shown.some((one) => one.at === at);
  return {
    evaluation: {
      ...evaluation,
      rowFilters: filters.filter((one) => !readsSwitch(world, one)),
      ...(passing.length === 0 ? { passesNone: true } : {}),
      lookups: new Map(),
    },
    question: {
      ...question,
      by: question.by.filter((_, at) => isRow(at)),
      touched: question.touched.filter((one) => !isSwitch(one)),
    },
    beside: (key) =>
      shown.length === 0
        ? [key]
        : rows.map((row) => {
            const [own, values] = [JSON.parse(key), JSON.parse(row)];
            return JSON.stringify(question.by.map((_, at) => (isRow(at) ? own : values).shift()));
          }),
    apart: (key) => {
      const whole: readonly unknown[] = JSON.parse(key);
      if (shown.length > 0 && !rows.includes(JSON.stringify(shown.map(({ at }) => whole[at])))) return undefined;
      return JSON.stringify(whole.filter((_, at) => isRow(at)));
    },
  };
}

/** The values of a switch that filters let pass, as far as they test it alone. */
export function passingValues(
  world: World,
  found: Found,
  filters: readonly RowFilter[],
): readonly string[] | undefined {
  if (found.kind !== 'dimension' || !found.member.values) return undefined;
  const tests = filters.flatMap(apart).filter((filter): filter is Filter => {
    const members = membersOfFilter(filter).map((id) => idOf(findMember(world, id)));
    return !('segment' in filter) && members.length > 0 && members.every((id) => id === idOf(found));
  });
  return found.member.values.filter((value) => tests.every((test) => passesCells(test, () => text(value))));
}

function readsSwitch(world: World, filter: RowFilter): boolean {
  return membersOfFilter(filter).some((id) => isSwitch(findMember(world, id)));
}

function combinations(switches: readonly Found[]): readonly ReadonlyMap<string, string>[] {
  return switches.reduce<readonly ReadonlyMap<string, string>[]>(
    (all, found) => {
      const values = (found.kind === 'dimension' && found.member.values) || [];
      return all.flatMap((one) => values.map((value) => new Map([...one, [idOf(found), value]])));
    },
    [new Map()],
  );
}

function text(value: string | undefined) {
  return { value: value ?? null, type: 'string' };
}

function idOf({ cube, member }: Found): string {
  return `${cube.name}.${member.name}`;
}
