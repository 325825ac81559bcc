import type { Dialect } from './dialect.ts';
import type { ModelIndex } from '../model/index.ts';
import type { ColumnId, QueryPlan } from '../plan/index.ts';
import type { SelectDraft } from './draft.ts';
import type { MemberContext } from './lower-member.ts';

/** Input for lowering all nodes of one plan. */
export interface Lowering {
  readonly plan: QueryPlan;
  readonly model: ModelIndex;
  readonly dialect: Dialect;
}

export function newNames(lowering: Lowering): UniqueNames {
  return chooseNames(lowering.dialect.maxIdentifierLength);
}

/** Returns the default names of columns, which the plan gives. */
export function plannedName({ plan }: Lowering): (column: ColumnId) => string {
  return (column) => plan.columnNames[column] ?? '';
}

export function memberContext(
  { model, dialect, plan }: Lowering,
  { scope }: Pick<SelectDraft, 'scope'>,
): MemberContext {
  const { zone, ruleZone, year, context: request, maskTests } = plan;
  return { model, dialect, scope, zone, ruleZone, year, request, maskTests };
}

/** Makes names unique: no two differ by letter case alone, and none is longer than `limit`. */
export interface UniqueNames {
  take(wanted: string): string;
}

export function chooseNames(limit: number): UniqueNames {
  const taken = new Set<string>();
  return {
    take(wanted) {
      let name = wanted.slice(0, limit);
      for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
        const suffix = `_${count}`;
        name = wanted.slice(0, limit - suffix.length) + suffix;
      }
      taken.add(name.toLowerCase());
      return name;
    },
  };
}
