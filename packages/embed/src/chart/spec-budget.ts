import { isLongFormat } from '@orrery/charts';

const most = {
  ms: 2_000,
  rows: 100_000,
  marks: 40_000,
  groups: 2_000,
  steps: 20_000_000,
  amounts: 2_000_000,
  letters: 10_000,
  values: 1_000,
};

const texts = {
  slow: 'it took more than 2 seconds and was stopped.',
  rows: `its spec makes more than ${most.rows.toLocaleString('en')} rows.`,
  marks: `its spec makes more than ${most.marks.toLocaleString('en')} marks.`,
  groups: `its spec makes more than ${most.groups.toLocaleString('en')} groups of marks.`,
  steps: 'a window, a density or a curve of its spec takes too many steps.',
  format: 'an expression of its spec has a format that is too long.',
  amounts: 'its spec calculates too many amounts of each row.',
  result: 'an expression of its spec makes a text or a list that is too long.',
} as const;

/** Limits what a spec of somebody else takes of the browser. */
export class SpecBudget {
  #end = Number.POSITIVE_INFINITY;
  #marks = 0;

  /** Begins with each evaluation of the picture. */
  begin(): void {
    this.#end = performance.now() + most.ms;
    this.#marks = 0;
  }

  /** @throws when the time is over */
  requireTime(): void {
    if (performance.now() > this.#end) throw new Error(texts.slow);
  }

  /** Takes what an expression has made. @throws when it is too large, or the time is over */
  result(value: unknown): unknown {
    const isLong = typeof value === 'string' ? value.length > most.letters : Array.isArray(value) && isLarge(value);
    if (isLong) throw new Error(texts.result);
    this.requireTime();
    return value;
  }

  takeMarks(count: number): void {
    this.#marks += count;
    require(this.#marks, most.marks, texts.marks);
  }
}

let current: SpecBudget | undefined;

/** The budget of the picture whose parts run now; `undefined`: one of ours. Parts run one after the other, without a pause. */
export function useBudget(budget: SpecBudget | undefined): void {
  current = budget;
}

export const budgetNow = (): SpecBudget | undefined => current;

/** Counts to the bound and no further: lists may lie in lists many times over. */
function isLarge(list: readonly unknown[]): boolean {
  const open: (readonly unknown[])[] = [list];
  let count = 0;
  for (let each = open.pop(); each; each = open.pop()) {
    count += each.length;
    if (count > most.values) return true;
    for (const value of each) if (Array.isArray(value)) open.push(value);
  }
  return false;
}

type DataRow = object;
type RowAccessor = (row: DataRow) => unknown;

interface DataflowPulse {
  readonly source?: readonly DataRow[];
  /** Absent in a pulse of several sources. */
  readonly add?: readonly DataRow[];
  readonly pulses?: readonly DataflowPulse[];
}

function rowsOf({ source, add, pulses = [] }: DataflowPulse): readonly DataRow[] {
  return source ?? add ?? pulses.flatMap((pulse) => pulse.source ?? pulse.add ?? []);
}

/** Parameters of transforms, as Vega's own definitions name them. */
interface TransformParameters {
  readonly fields?: readonly RowAccessor[];
  readonly groupby?: readonly RowAccessor[];
  readonly key?: RowAccessor;
  readonly keyvals?: readonly unknown[];
  readonly field?: RowAccessor;
  readonly limit?: number;
  readonly bandwidth?: number;
  readonly ops?: readonly string[];
  readonly sort?: (one: DataRow, other: DataRow) => number;
  readonly ignorePeers?: boolean;
  readonly frame?: readonly [number | null, number | null];
  readonly cross?: boolean;
  readonly step?: number;
  readonly probs?: readonly unknown[];
  readonly steps?: number;
  readonly maxsteps?: number;
}

type BudgetCheck = (parameters: TransformParameters, rows: readonly DataRow[], added: readonly DataRow[]) => void;

/** Functions of windows that sort their rows again with each step. */
const sorting = new Set(['median', 'q1', 'q3', 'ci0', 'ci1', 'values', 'distinct']);
/** Functions that look at all rows again once one has left. */
const looking = new Set(['min', 'max', 'argmin', 'argmax']);
/** Functions that draw a thousand samples. */
const sampling = new Set(['ci0', 'ci1']);
const samples = 1_000;

/** Checks a transform before it makes rows without a pause, by its name in Vega. */
const checks: Readonly<Record<string, BudgetCheck>> = {
  flatten: ({ fields = [] }, rows) => {
    let count = 0;
    for (const row of rows) {
      count += Math.max(0, ...fields.map((read) => Number((read(row) as { length?: unknown } | null)?.length ?? 0)));
      require(count, most.rows, texts.rows);
    }
  },
  fold: ({ fields = [] }, rows) => require(rows.length * fields.length, most.rows, texts.rows),
  impute: ({ groupby, key, keyvals = [] }, rows) => {
    const keys = key ? new Set([...keyvals, ...rows.map(key)]).size : keyvals.length;
    require(groupsOf(rows, groupby) * keys, most.rows, texts.rows);
  },
  kde: ({ groupby, steps, maxsteps }, rows) => {
    const points = steps ?? maxsteps ?? 200;
    require(groupsOf(rows, groupby) * points, most.rows, texts.rows);
    require(rows.length * points, most.steps, texts.steps);
  },
  quantile: ({ groupby, probs, step = 0.01 }, rows) =>
    require(groupsOf(rows, groupby) * (probs?.length ?? 1 / step), most.rows, texts.rows),
  pivot: ({ field, groupby, limit }, rows) => {
    const all = field ? groupsOf(rows, [field]) : 1;
    const keys = limit ? Math.min(limit, all) : all;
    require(rows.length * keys, most.amounts, texts.amounts);
    require(groupsOf(rows, groupby) * keys, most.rows, texts.rows);
  },
  window: (parameters, rows) => {
    requireAmounts(parameters, rows);
    const { ops = [], frame = [null, 0], sort, ignorePeers } = parameters;
    const [from, to] = frame;
    if (from === null && to === null) return;
    const slow = ops.filter((name) => sorting.has(name) || (from !== null && looking.has(name))).length;
    if (slow === 0) return;
    const span = from === null || to === null ? rows.length : Math.abs(to - from) + 1;
    const peers = sort && !ignorePeers ? mostAlike(rows, sort) : 1;
    require(slow * rows.length * Math.min(Math.max(span, peers), rows.length), most.steps, texts.steps);
  },
  aggregate: (parameters, rows) => {
    const { cross, groupby = [] } = parameters;
    const sizes = cross ? groupby.map((read) => groupsOf(rows, [read])) : [];
    require(sizes.reduce((product, size) => product * size, 1), most.rows, texts.rows);
    requireAmounts(parameters, rows);
  },
  joinaggregate: requireAmounts,
  loess: ({ groupby, bandwidth }, rows) => {
    const pairs = [...sizesOf(rows, groupby).values()].reduce((sum, size) => sum + size ** 2, 0);
    require(pairs * (bandwidth || 0.3), most.steps, texts.steps);
  },
  facet: ({ key }, _, added) => require(key ? groupsOf(added, [key]) : 0, most.groups, texts.groups),
  prefacet: (_, __, added) => require(added.length, most.groups, texts.groups),
  mark: (_, __, added) => current?.takeMarks(added.length),
};

function require(count: number, bound: number, reason: string): void {
  if (!(count <= bound)) throw new Error(reason);
}

function groupsOf(rows: readonly DataRow[], groupby: readonly RowAccessor[] = []): number {
  return groupby.length === 0 ? 1 : sizesOf(rows, groupby).size;
}

/** @returns the number of rows of each group */
function sizesOf(rows: readonly DataRow[], groupby: readonly RowAccessor[] = []): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const name = groupby.map((read) => String(read(row))).join('\u{1F}');
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  return sizes;
}

function requireAmounts({ ops = [], fields = [], groupby }: TransformParameters, rows: readonly DataRow[]): void {
  require(rows.length * ops.length, most.amounts, texts.amounts);
  const sampled = new Set(fields.filter((_, at) => sampling.has(ops[at] ?? ''))).size;
  if (sampled === 0) return;
  const drawn = rows.length + groupsOf(rows, groupby) * 10; // those of each group are sorted
  require(sampled * samples * drawn, most.steps, texts.steps);
}

/** @returns how many rows at most stand at one place of an order */
function mostAlike(rows: readonly DataRow[], sort: (one: DataRow, other: DataRow) => number): number {
  let [longest, run, before]: [number, number, DataRow | undefined] = [0, 0, undefined];
  for (const row of rows.toSorted(sort)) {
    run = before && sort(before, row) === 0 ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = row;
  }
  return longest;
}

interface Transform {
  readonly prototype: { transform(parameters: TransformParameters, pulse: DataflowPulse): unknown };
}

const bounded = new Set<unknown>();

/** Lets transforms look at the budget before they make rows. */
export function boundTransforms(transforms: Readonly<Record<string, unknown>>): void {
  for (const [name, check] of Object.entries(checks)) {
    if (!transforms[name] || bounded.has(transforms[name])) continue;
    bounded.add(transforms[name]);
    const { prototype } = transforms[name] as Transform; // a transform of Vega
    const { transform } = prototype;
    prototype.transform = function (parameters, pulse) {
      if (current) check(parameters, rowsOf(pulse), pulse.add ?? []);
      return transform.call(this, parameters, pulse);
    };
  }
}

type FormatFunction = (this: unknown, value: unknown, specifier: unknown) => unknown;

/** Lets the functions that write numbers and times look at the format before they write. */
export function boundFormats(functions: Record<string, unknown>): void {
  for (const name of ['format', 'timeFormat', 'utcFormat']) {
    const write = functions[name] as FormatFunction; // as Vega has them
    functions[name] = function (this: unknown, value: unknown, specifier: unknown): unknown {
      if (current && isLongFormat(specifier)) throw new Error(texts.format);
      return write.call(this, value, specifier);
    } satisfies FormatFunction;
  }
}
