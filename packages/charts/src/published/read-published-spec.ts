import { type Column } from '../column.ts';
import { fieldOf, type Spec } from '../spec/index.ts';
import { faultOf } from './allowed-keys.ts';

export type PublishedSpec =
  | { readonly ok: true; readonly spec: Spec; readonly hasOwnSize: boolean }
  | { readonly ok: false; readonly reason: string };

const most = { letters: 200_000, depth: 60, nodes: 20_000, growth: 500, views: 100 };

/**
 * Reads the Vega-Lite spec of a report, which is untrusted data. A spec is refused, with a reason, when it can load
 * something, leave the page, listen to the page or use the browser's time without a bound. The data of the spec is left
 * out, because the rows of the answer take its place. Times are read and shown in UTC, in which the readings of the
 * answer's clock are drawn; names of columns with dots become names again, not paths.
 */
export function readPublishedSpec(given: unknown, columns: readonly Column[]): PublishedSpec {
  const parsed = typeof given === 'string' ? parse(given) : given;
  if (!isObject(parsed)) return refused('The spec of this chart is not a JSON object.');
  const schema = parsed['$schema'];
  if (schema !== undefined && !/\/vega-lite\/v[456](?:\.[\d.]+)?\.json$/.test(String(schema)))
    return refused('The spec of this chart is not one of Vega-Lite.');
  if (typeof given === 'object' && JSON.stringify(given).length > most.letters) return refused(tooLarge);
  const { $schema: _schema, data: _data, datasets: _datasets, usermeta: _usermeta, ...own } = parsed;
  if (isObject(_data) && 'url' in _data) return refused('The spec of this chart loads data from an address.');
  if (growthOf(own) > most.growth) return refused('The spec of this chart makes too many rows.');
  if (viewsOf(own) > most.views) return refused(`The spec of this chart has more than ${most.views} views.`);
  const reading = new SpecReader(columns);
  const spec = reading.read(own, '', 0);
  if (reading.fault !== undefined) return refused(reading.fault);
  return {
    ok: true,
    spec: spec as Spec,
    hasOwnSize: ['hconcat', 'vconcat', 'concat', 'facet', 'repeat'].some((key) => key in own),
  }; // an object, as it was read
}

const tooLarge = 'The spec of this chart is too large.';
const refused = (reason: string): PublishedSpec => ({ ok: false, reason });

function parse(text: string): unknown {
  if (text.length > most.letters) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many rows a spec makes of one at most: steps of views inside of each other multiply. */
function growthOf(value: unknown, depth = 0): number {
  if (depth > most.depth) return Number.POSITIVE_INFINITY;
  if (Array.isArray(value))
    return value.reduce<number>((growth, each) => Math.max(growth, growthOf(each, depth + 1)), 1);
  if (!isObject(value)) return 1;
  const steps = Array.isArray(value['transform']) ? value['transform'].filter(isObject) : [];
  const own = steps.reduce((growth, { fold, flatten }) => {
    if (flatten !== undefined) return growth * 20;
    return growth * (Array.isArray(fold) ? Math.max(1, fold.length) : 1);
  }, 1);
  return own * growthOf(Object.values(value), depth + 1);
}

const lists = ['layer', 'hconcat', 'vconcat', 'concat'];
/** Marks that are made of several. */
const composite = new Map([
  ['boxplot', 5],
  ['errorbar', 3],
  ['errorband', 3],
]);

/** How many views a spec is compiled into: each takes its time, before there is a row. Those that are repeated multiply. */
function viewsOf(value: unknown, depth = 0): number {
  if (depth > most.depth) return Number.POSITIVE_INFINITY;
  if (!isObject(value)) return 1;
  const { repeat, spec, mark } = value;
  const parts = lists.flatMap((key) => value[key] ?? []);
  const inner = [...parts, ...(spec === undefined ? [] : [spec])];
  const own = composite.get(String(isObject(mark) ? mark['type'] : mark)) ?? 1;
  const views = inner.reduce<number>((sum, each) => sum + viewsOf(each, depth + 1), 0);
  return Math.max(own, views) * Math.max(1, repeatsOf(repeat));
}

/** A list, or lists of rows, columns and layers. */
function repeatsOf(repeat: unknown): number {
  if (Array.isArray(repeat)) return repeat.length;
  if (!isObject(repeat)) return 1;
  return Object.values(repeat).reduce<number>((product, each) => product * (Array.isArray(each) ? each.length : 1), 1);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts below these keys are what is shown or calculated, never names of columns. */
const texts = new Set([
  'title',
  'description',
  'text',
  'expr',
  'calculate',
  'filter',
  'test',
  'labelExpr',
  'datum',
  'value',
  'domain',
  'format',
  'type',
  'name',
  'as',
]);

/** Copies a spec, key by key. */
class SpecReader {
  fault: string | undefined;
  #nodes = 0;
  readonly #paths: ReadonlyMap<string, string>;

  constructor(columns: readonly Column[]) {
    const dotted = columns.map(({ name }) => [name, fieldOf(name)] as const).filter(([name, path]) => name !== path);
    this.#paths = new Map(dotted);
  }

  read(value: unknown, key: string, depth: number): unknown {
    this.#nodes += 1;
    if (depth > most.depth || this.#nodes > most.nodes) this.fault ??= tooLarge;
    if (this.fault !== undefined) return undefined;
    if (typeof value === 'string') return texts.has(key) ? value : (this.#paths.get(value) ?? value);
    if (Array.isArray(value)) return value.map((each) => this.read(each, key, depth + 1));
    return isObject(value) ? this.#readObject(value, key, depth) : value;
  }

  #readObject(value: Readonly<Record<string, unknown>>, parent: string, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) {
      this.fault ??= faultOf(key, each, parent);
      if (this.fault !== undefined) return undefined;
      if (key === 'data' && isObject(each)) this.#readData(each, copy);
      else copy[key] = key === 'timeUnit' ? inUtc(each) : this.read(each, key, depth + 1);
    }
    if (copy['type'] === 'temporal' || copy['timeUnit'] !== undefined) takeScaleInUtc(copy);
    return copy;
  }

  /** Rows that are written in a spec, for lines and labels of its own; without them the rows of the answer are meant. */
  #readData({ values, ...others }: Readonly<Record<string, unknown>>, copy: Record<string, unknown>): void {
    for (const [key, each] of Object.entries(others)) this.fault ??= faultOf(key, each, 'data');
    if (!Array.isArray(values) || values.length === 0) return;
    const rows = values.map((row) => (isObject(row) ? row : { data: row }));
    const isPlain = rows.every((row) =>
      Object.entries(row).every(([name, cell]) => !unsafeNames.has(name) && !isObject(cell)),
    );
    if (!isPlain || rows.length > 1_000) this.fault ??= 'The rows that the spec of this chart has are no plain ones.';
    copy['data'] = { values: rows };
  }
}

const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Local time is that of the browser, which no answer is in. */
function inUtc(unit: unknown): unknown {
  if (typeof unit === 'string') return unit.startsWith('utc') ? unit : `utc${unit}`;
  return isObject(unit) ? { ...unit, utc: true } : unit;
}

/** Only channels with a scale have one: an axis of times is one of UTC. */
function takeScaleInUtc(channel: Record<string, unknown>): void {
  if (channel['scale'] === null || !('type' in channel) || channel['type'] !== 'temporal') return;
  const scale = isObject(channel['scale']) ? channel['scale'] : {};
  if (scale['type'] === undefined || scale['type'] === 'time') channel['scale'] = { ...scale, type: 'utc' };
}
