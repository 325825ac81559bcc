import { everyPart, type FragmentPart, type MemberId, type ModelIndex } from '../model/index.ts';
import { isPushed, modelWith, nodesOf, type QueryPlan } from '../plan/index.ts';
import { type BoundQuery, makesMeasures } from '../query/index.ts';
import { matchExactly } from './match-exactly.ts';
import { matchParts } from './match-parts.ts';
import { distinct, type Mismatch } from './mismatch.ts';
import type { Rollup } from './rollup.ts';

/** How a rollup answers a query: its rows are merged into groups, or each of them is a group. */
export type RollupMatch =
  | { readonly kind: 'covers'; readonly by: 'merging' | 'stored-rows' }
  | { readonly kind: 'differs'; readonly mismatches: readonly Mismatch[] };

/**
 * Decides whether a rollup has the whole answer of a query: row by row that of the source when the rollup was built. Plans
 * are compared, so names do not matter. Everything that is not certain is a reason why not.
 *
 * @param plan plan of the query with the caller's rules @param model model of the caller
 *
 * Cost: columns of the rollup × parts of the plan; two more plans are built where a measure does not merge. Source: Gray
 * et al. 1997, "Data Cube" (distributive, algebraic, holistic).
 */
export function matchRollup(query: BoundQuery, plan: QueryPlan, rollup: Rollup, model: ModelIndex): RollupMatch {
  const always = [...matchCaller(query, plan, model), ...matchSql(query, plan, rollup)];
  const merged = distinct([...always, ...matchParts(plan, rollup)]);
  if (merged.length === 0) return { kind: 'covers', by: 'merging' };
  if (always.length === 0 && !merged.some(({ kind }) => alsoOfExact.has(kind))) {
    const exact = distinct(matchExactly(query, plan, rollup, modelWith(plan.made, model)));
    if (exact.length === 0) return { kind: 'covers', by: 'stored-rows' };
    return { kind: 'differs', mismatches: distinct([...merged, ...(needsExact(merged) ? exact : [])]) };
  }
  return { kind: 'differs', mismatches: merged };
}

/** Reasons that stored rows which are groups have too, so that comparing further says nothing more. */
const alsoOfExact: ReadonlySet<Mismatch['kind']> = new Set([
  'shifted-rows',
  'row-windows',
  'window',
  'stages',
  'computed-dimension',
  'expression',
]);

/** Whether only stored rows as they are could answer, because something does not merge. */
function needsExact(mismatches: readonly Mismatch[]): boolean {
  return mismatches.some(({ kind }) => ['not-additive', 'multiplied-in-rollup', 'multiplied-in-query'].includes(kind));
}

/** Lists reasons why the caller sees something else than what is stored. */
function matchCaller(query: BoundQuery, plan: QueryPlan, model: ModelIndex): readonly Mismatch[] {
  const replaced = plan.made?.members.some(({ id }) => model.members.has(id as MemberId)) ?? false;
  const found: Mismatch[] = [];
  if (query.masks.length > 0 || plan.maskTests.length > 0) found.push({ kind: 'masked' });
  else if (replaced) found.push({ kind: 'expression' });
  if (query.outputs.some(({ expression }) => makesMeasures(expression))) found.push({ kind: 'expression' });
  if (readsContext(plan, model)) found.push({ kind: 'reads-context' });
  return found;
}

function readsContext({ cubes, context }: QueryPlan, model: ModelIndex): boolean {
  if (context.isProbe || context.values.length > 0) return true;
  return cubes.some((name) => (model.pieces.get(name)?.contextPaths?.length ?? 0) > 0);
}

/** The author's SQL must read no value of the caller, none of the conditions of the query, and no other clock. */
function matchSql(query: BoundQuery, { root }: QueryPlan, rollup: Rollup): readonly Mismatch[] {
  const parts = rollup.fragments.flatMap(everyPart);
  const pushed = nodesOf(root).flatMap((node) => (node.kind === 'scan' ? node.requested : []));
  const readsFilters = parts.some(
    (part) => part.kind === 'filter-params' && pushed.some((condition) => isPushed(condition, part)),
  );
  const isOfCaller = parts.some(({ kind }) => kind === 'security-filter') || readsContext(rollup.plan, rollup.model);
  const isOnClock = query.zone === rollup.query.zone || !parts.some(readsClock);
  return [
    ...(readsFilters ? [{ kind: 'reads-filters' } as const] : []),
    ...(isOfCaller ? [{ kind: 'reads-context' } as const] : []),
    ...(isOnClock ? [] : [{ kind: 'reads-clock', zone: query.zone } as const]),
  ];
}

/** Whether the value depends on the zone of the query: a time on its clock, or cut into buckets there. */
function readsClock(part: FragmentPart): boolean {
  if (part.kind === 'convert-zone') return true;
  return part.kind === 'member' && (part.granularity !== undefined || part.isShown === true);
}
