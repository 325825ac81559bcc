const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type KeyCheck = (value: unknown, parent: string) => string | undefined;

const never =
  (what: string): KeyCheck =>
  () =>
    `The spec of this chart has ${what}, which is not allowed here.`;

const atMost =
  (most: number, what: string): KeyCheck =>
  (value) =>
    typeof value === 'number' && !(Math.abs(value) <= most)
      ? `The spec of this chart asks for too many ${what}.`
      : undefined;

/** Reads numbers alone: what an expression makes is not known here. */
const count =
  (most: number, what: string): KeyCheck =>
  (value) =>
    typeof value === 'number' && value >= 0 && value <= most
      ? undefined
      : `The spec of this chart asks for too many ${what}.`;

const ofBins =
  (isAllowed: (value: unknown) => boolean): KeyCheck =>
  (value, parent) =>
    parent !== 'bin' || isAllowed(value)
      ? undefined
      : 'The spec of this chart states the size of its bins, which may be too many.';

const longestTime = new Set(['day', 'week', 'month', 'quarter', 'year']);
const formatTypes = new Set(['number', 'time', 'utc']);

/** Whether a format writes texts without end: numbers are as wide as it says. */
export function isLongFormat(value: unknown): boolean {
  if (isObject(value)) return JSON.stringify(value).length > 1_000;
  return typeof value === 'string' && (value.length > 200 || /^[^%]*\d{4}/.test(value));
}

const markOf: KeyCheck = (value) => {
  const type = isObject(value) ? value['type'] : value;
  if (type === 'image') return never('pictures')(value, '');
  return type === 'geoshape' ? never('a map')(value, '') : undefined;
};

/**
 * Checks of the keys that specs of reports may not use, or only with some values. Vega-Lite itself refuses or ignores
 * keys that it does not know; these are keys that it knows, and that reach outside of the chart or have no bound.
 */
const checks: ReadonlyMap<string, KeyCheck> = new Map<string, KeyCheck>([
  ['__proto__', never('a name of the language')],
  ['constructor', never('a name of the language')],
  ['prototype', never('a name of the language')],
  ['url', never('an address')],
  ['href', never('links')],
  ['aspect', never('pictures')],
  ['usermeta', never('settings of other programs')],
  ['datasets', never('data sets of its own')],
  ['loader', never('a loader')],
  ['events', never('settings of events')],
  ['signals', never('signals')],
  ['sequence', never('generated rows')],
  ['sphere', never('a map')],
  ['graticule', never('a map')],
  ['projection', never('a map')],
  ['longitude', never('a map')],
  ['latitude', never('a map')],
  ['mark', markOf],
  ['select', () => 'The spec of this chart has selections, which are not supported yet.'],
  ['bind', never('inputs')],
  ['customFormatTypes', never('formats of its own')],
  ['formatType', (value) => (formatTypes.has(String(value)) ? undefined : never('formats of its own')(value, ''))],
  ['maxbins', count(1_000, 'bins')],
  ['steps', count(1_000, 'steps')],
  ['minsteps', count(1_000, 'steps')],
  ['maxsteps', count(1_000, 'steps')],
  ['order', (value) => (typeof value === 'number' ? count(10, 'terms of a curve')(value, '') : undefined)],
  ['width', atMost(4_000, 'pixels')],
  ['height', atMost(4_000, 'pixels')],
  ['size', atMost(100_000, 'pixels')],
  ['fontSize', atMost(400, 'pixels')],
  ['bins', (value) => (isObject(value) ? 'The spec of this chart asks for too many bins.' : undefined)],
  ['step', ofBins(() => false)],
  ['span', ofBins(() => false)],
  // Of bins and of logarithms.
  [
    'base',
    (value) =>
      typeof value === 'number' && value >= 2 ? count(1_000, 'steps')(value, '') : never('a base below 2')(value, ''),
  ],
  [
    'count',
    (value, parent) => (parent === 'scheme' || parent === 'range' ? count(1_000, 'colours')(value, '') : undefined),
  ],
  ['format', (value) => (isLongFormat(value) ? 'The spec of this chart has a format that is too long.' : undefined)],
  ['divide', ofBins((value) => Array.isArray(value) && value.every((each) => each >= 1))],
  ['minstep', ofBins((value) => typeof value === 'number' && value >= 0)],
  ['keyvals', (value) => (Array.isArray(value) ? undefined : 'The spec of this chart generates values.')],
  [
    'layer',
    (value) => (Array.isArray(value) && value.length > 50 ? 'The spec of this chart has too many layers.' : undefined),
  ],
  ['tickCount', ticks],
  ['repeat', (value) => (sizeOf(value) > 50 ? 'The spec of this chart repeats too often.' : undefined)],
]);

function ticks(value: unknown): string | undefined {
  const reason = 'The spec of this chart asks for too many ticks.';
  if (typeof value === 'number') return value <= 200 ? undefined : reason;
  if (typeof value === 'string') return longestTime.has(value) ? undefined : reason;
  if (!isObject(value)) return undefined;
  if ('expr' in value || 'signal' in value) return reason;
  const { interval, step } = value;
  return longestTime.has(String(interval)) && (step === undefined || Number(step) >= 1) ? undefined : reason;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.values(value).reduce<number>((size, each) => size * Math.max(1, sizeOf(each)), 1) : 1;
}

/** @returns why a spec with this entry is not drawn */
export function faultOf(key: string, value: unknown, parent: string): string | undefined {
  return checks.get(key)?.(value, parent);
}
