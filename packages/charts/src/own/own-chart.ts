import { type ChartType, chartTypes } from '../choose/index.ts';
import type { Spec } from '../spec/index.ts';
import { type ChartStyle, readChartStyle } from '../style/index.ts';

/** A chart of ours: its type, and what was set for it. */
export interface OwnChart {
  readonly type: ChartType;
  readonly style: ChartStyle;
}

/**
 * Keeps with a spec which chart of ours it is, so that other rows are drawn by the same rules as the first ones. Programs
 * that know Vega-Lite alone draw the spec.
 */
export function withOwnChart(spec: Spec, { type, style }: OwnChart): Spec {
  const { usermeta: _, ...drawn } = spec;
  return { ...drawn, usermeta: { orrery: { type, style, of: fingerprintOf(drawn) } } };
}

/** @returns the chart of ours that a spec is; `undefined` if it is none, or was changed by hand since */
export function ownChartIn(given: unknown): OwnChart | undefined {
  const { kept, isIntact } = keptIn(given);
  if (!kept || !isIntact) return undefined;
  const type = chartTypes.find((each) => each === kept['type']);
  return type && { type, style: readChartStyle(kept['style']) ?? {} };
}

/** Whether a spec was a chart of ours, and somebody has changed it since. */
export function isChangedOwnChart(given: unknown): boolean {
  const { kept, isIntact } = keptIn(given);
  return kept !== undefined && !isIntact;
}

function keptIn(given: unknown) {
  const spec = typeof given === 'string' && given.length <= longest ? parsed(given) : given;
  const { usermeta, ...drawn } = isObject(spec) ? spec : {};
  const kept = isObject(usermeta) && isObject(usermeta['orrery']) ? usermeta['orrery'] : undefined;
  return { kept, isIntact: kept?.['of'] === fingerprintOf(drawn) };
}

const longest = 200_000;
const deepest = 60;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells specs apart, whichever order their keys come back in from where they were kept. It protects nothing. */
function fingerprintOf(spec: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(inOrder(spec, 0));
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${text.length} ${hash.toString(36)}`;
}

function inOrder(value: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((each) => inOrder(each, depth + 1));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  return keys.map((key) => [key, inOrder(value[key], depth + 1)]);
}
