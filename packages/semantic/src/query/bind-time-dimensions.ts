import type { MemberId } from '../model/index.ts';
import { addProblems, type Binder } from './binder.ts';
import { areFew, addBucket } from './bind-items.ts';
import { type DateRange, resolveDateRange } from './dates/date-range.ts';
import { findDimension } from './find-member.ts';
import { findGranularity, reportNotTime } from './granularity.ts';
import type { OutputList } from './output-list.ts';
import type { QueryTimeDimension } from './query.ts';
import type { Condition } from './condition.ts';

export interface BoundTimeDimensions {
  readonly conditions: readonly Condition[];
  /** Ranges, one per entry, in order. */
  readonly ranges: readonly (DateRange['civil'] | null)[];
  /** Members of the entries that select or restrict something. */
  readonly members: readonly MemberId[];
}

/** Binds time dimensions: an entry with a granularity selects a bucket, one with a range restricts rows. */
export function bindTimeDimensions(
  binder: Binder,
  list: OutputList,
  entries: readonly QueryTimeDimension[],
): BoundTimeDimensions {
  if (!areFew(binder, entries, 'timeDimensions')) return { conditions: [], ranges: [], members: [] };
  const bound = entries.map((entry, index) => bindEntry(binder, list, entry, pathsOf(entry, index)));
  return {
    conditions: bound.flatMap(({ condition }) => (condition ? [condition] : [])),
    ranges: bound.map(({ range }) => range?.civil ?? null),
    members: bound.flatMap(({ member }) => member ?? []),
  };
}

interface BoundEntry {
  readonly member?: MemberId;
  readonly range?: DateRange;
  readonly condition?: Condition;
}

type Paths = Readonly<Record<'entry' | 'dimension' | 'dateRange' | 'granularity', string>>;

/** Paths of the parts of an entry in the request. */
function pathsOf({ path }: QueryTimeDimension, index: number): Paths {
  if (path !== undefined) return { entry: path, dimension: path, dateRange: path, granularity: path };
  const entry = `timeDimensions[${index}]`;
  return {
    entry,
    dimension: `${entry}.dimension`,
    dateRange: `${entry}.dateRange`,
    granularity: `${entry}.granularity`,
  };
}

function bindEntry(binder: Binder, list: OutputList, entry: QueryTimeDimension, paths: Paths): BoundEntry {
  const { granularity, dateRange } = entry;
  const dimension = findDimension(binder, entry.dimension, paths.dimension);
  const range = dateRange === undefined ? undefined : resolveRange(binder, dateRange, paths.dateRange);
  if (!dimension) return {};
  if (dimension.type !== 'time') {
    reportNotTime(binder, dimension, paths.dimension);
    return {};
  }
  const unit =
    granularity === undefined ? undefined : findGranularity(binder, dimension, granularity, paths.granularity);
  if (unit) addBucket(binder, list, dimension, unit, paths.entry);
  if (!range) return unit ? { member: dimension.id } : {};
  const operand = { kind: 'dimension', member: dimension.id } as const;
  return {
    member: dimension.id,
    range,
    condition: { kind: 'range', operand, from: range.from, to: range.to, isNegated: false, isPeriod: true },
  };
}

function resolveRange(binder: Binder, range: string | readonly string[], path: string): DateRange | undefined {
  const resolved = resolveDateRange(range, binder.now, path);
  if (resolved.ok) {
    binder.findings.warnings.push(...resolved.warnings);
    return resolved.value;
  }
  addProblems(binder.findings, resolved.problems);
  return undefined;
}
