import { chartOfColumns, chartSpec, type ChartType, chooseChart, readPublishedSpec, showsAlike } from '@orrery/charts';
import type { ResultOfStatement } from '../turn.ts';

const schemaForm = /^https:\/\/vega\.github\.io\/schema\/vega-lite\/v5(?:\.\d+){0,2}\.json$/;
const forbidden = new Set(['data', 'datasets', 'href', 'url', 'usermeta', 'loader']);

export type CheckedSpec =
  | { readonly ok: true; readonly vegaSpec: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks the Vega-Lite spec of a model: version 5, without data, links and addresses, and with no fields but those of
 * the result.
 */
export function checkSpec(text: string, { columns }: Pick<ResultOfStatement, 'columns'>): CheckedSpec {
  let spec: unknown;
  try {
    spec = JSON.parse(text);
  } catch {
    return refused('it is no JSON');
  }
  if (!isObject(spec)) return refused('it is no JSON object');
  if (!schemaForm.test(String(spec['$schema'])))
    return refused('its $schema is not https://vega.github.io/schema/vega-lite/v5.json');
  const read = readPublishedSpec(text, columns); // bounds depth and size, which the walks below rely on
  if (!read.ok) return refused(read.reason);
  const fault = forbiddenKey(spec);
  if (fault !== undefined) return refused(`it has "${fault}"; data, links and addresses are not allowed`);
  const known = new Set([...columns.map(({ name }) => name), ...definedNames(spec)]);
  const unknown = fieldsOf(spec).find((field) => !known.has(field) && !known.has(unescaped(field)));
  if (unknown === undefined) return { ok: true, vegaSpec: JSON.stringify(spec) };
  const names = columns.map(({ name }) => name).join(', ');
  return refused(`it uses the field "${unknown}"; the result has ${names}`);
}

type ResultColumns = ResultOfStatement['columns'];

/** @returns the chart that fits the columns, if any does, before there are rows */
export function specOfColumns(columns: ResultColumns): string | undefined {
  return specOf(chartOfColumns(columns), columns);
}

/** @returns the chart that fits the result, if any does: that of its columns, unless the rows need another one */
export function chosenSpec({ columns, rows }: ResultOfStatement): string | undefined {
  const byRows = chooseChart(columns, rows);
  if (byRows.kind !== 'chart' || !byRows.type) return undefined;
  const byColumns = chartOfColumns(columns);
  const isGood = byColumns !== undefined && showsAlike(byColumns, byRows.type);
  return specOf(isGood ? byColumns : byRows.type, columns);
}

function specOf(type: ChartType | undefined, columns: ResultColumns): string | undefined {
  if (new Set(columns.map(({ name }) => name)).size < columns.length) return undefined;
  const spec = type && chartSpec(type, columns);
  return spec && JSON.stringify(spec);
}

const refused = (reason: string): CheckedSpec => ({ ok: false, reason });

const unescaped = (field: string): string => field.replaceAll(/\\(.)/g, '$1');

function forbiddenKey(value: unknown): string | undefined {
  if (Array.isArray(value)) return first(value, forbiddenKey);
  if (!isObject(value)) return undefined;
  const own = Object.keys(value).find((key) => forbidden.has(key.toLowerCase()));
  return own ?? first(Object.values(value), forbiddenKey);
}

function first<T>(values: readonly unknown[], find: (value: unknown) => T | undefined): T | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ofNames = new Set([
  'field',
  'groupby',
  'fold',
  'flatten',
  'lookup',
  'impute',
  'keyvals',
  'pivot',
  'density',
  'quantile',
  'stack',
  'shape',
]);
const datum = /\bdatum\s*(?:\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])/gu;

/** All names of columns that a spec reads, in channels, transforms and expressions. */
function fieldsOf(value: unknown, key = '', isTransform = false): readonly string[] {
  if (typeof value === 'string') {
    if (key === 'field' || key === 'groupby') return [value];
    if (isTransform && ofNames.has(key)) return [value];
    return [...value.matchAll(datum)].flatMap(([, plain, double, single]) => {
      const name = plain ?? double ?? single;
      return name === undefined || ofLabels.has(name) ? [] : [name];
    });
  }
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, key, isTransform));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    fieldsOf(each, name, name === 'transform' || (isTransform && name !== 'encoding')),
  );
}

/** The names in expressions that make labels of axes and legends. */
const ofLabels = new Set(['value', 'label', 'index']);

/** Names that a spec gives to what it computes. */
function definedNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(definedNames);
  if (!isObject(value)) return [];
  const own = [value['as']].flat().filter((name): name is string => typeof name === 'string');
  const folded = Array.isArray(value['fold']) && value['as'] === undefined ? ['key', 'value'] : [];
  return [...own, ...folded, ...Object.values(value).flatMap(definedNames)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
