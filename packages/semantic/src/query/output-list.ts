import { type Binder, report } from './binder.ts';
import type { Output } from './query.ts';
import type { Expression } from './expression.ts';

/** Columns being collected, with unique names, and aliases that are unique in any letter case. */
export interface OutputList {
  readonly byName: Map<string, Output>;
  readonly aliases: Set<string>;
}

export function newOutputList(): OutputList {
  return { byName: new Map(), aliases: new Set() };
}

/**
 * Adds a column unless it exists, and changes its alias if that is taken. A different column of the same name is a
 * problem.
 */
export function addOutput(binder: Binder, list: OutputList, output: Output, path: string): void {
  const known = list.byName.get(output.name);
  if (!known) {
    list.byName.set(output.name, { ...output, alias: freeAlias(list, output.alias) });
  } else if (known.role !== output.role || !isSame(known.expression, output.expression)) {
    report(binder, 'query.duplicate-name', { name: output.name }, path);
  }
}

function isSame(one: Expression, other: Expression): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * `orders.created_at` by day and a dimension `orders.created_at_day` would have the same alias; engines fold letter
 * case.
 */
function freeAlias({ aliases }: OutputList, wanted: string): string {
  let alias = wanted;
  for (let count = 2; aliases.has(alias.toLowerCase()); count += 1) alias = `${wanted}_${count}`;
  aliases.add(alias.toLowerCase());
  return alias;
}

/** Dimensions, time buckets, measures, each in the order in which they were added. */
export function selectOrder({ byName }: OutputList): readonly Output[] {
  const outputs = [...byName.values()];
  const ofRole = (role: Output['role']) => outputs.filter((output) => output.role === role);
  return [...ofRole('dimension'), ...ofRole('bucket'), ...ofRole('measure')];
}
