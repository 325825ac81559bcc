/**
 * The functions that expressions of charts may call. They use their arguments alone. Functions that make values without
 * a bound, read the page or its events, or compile patterns are missing. Source:
 * https://vega.github.io/vega/docs/expressions/
 */
const callable = new Set(
  `isNaN isFinite abs acos asin atan atan2 ceil cos exp floor hypot log max min pow random round sin sqrt tan clamp lerp
  now utc datetime date day year quarter month week isoweek hours minutes seconds milliseconds time timezoneoffset
  dayofyear utcdate utcday utcyear utcquarter utcmonth utcweek utcisoweek utchours utcminutes utcseconds utcmilliseconds
  utcdayofyear timeOffset utcOffset timeFormat utcFormat timeUnitSpecifier dayFormat dayAbbrevFormat monthFormat
  monthAbbrevFormat length join indexof lastindexof slice reverse sort inrange extent span peek clampRange parseFloat
  parseInt upper lower substring split replace trim truncate isArray isBoolean isDate isDefined isNumber isObject
  isString isTuple isValid toBoolean toDate toNumber toString format if rgb hsl lab hcl luminance contrast scale
  bandwidth bandspace range domain gradient flush data group scaleGradient`.split(/\s+/),
);

/** Local time is that of the browser, which no answer is in: functions that read it are replaced by these. */
const inUtc: ReadonlyMap<string, string> = new Map([
  ...['date', 'day', 'year', 'quarter', 'month', 'week', 'isoweek', 'hours', 'minutes', 'seconds', 'milliseconds'].map(
    (name) => [name, `utc${name}`] as const,
  ),
  ['dayofyear', 'utcdayofyear'],
  ['timeOffset', 'utcOffset'],
  ['timeFormat', 'utcFormat'],
  ['datetime', civilTimeFunction()],
]);

/** Returns the name by which expressions call `civilTime`. */
export function civilTimeFunction(): string {
  return 'orreryCivilTime';
}

/** A reading of a clock on a wall, from its parts or from text, as if the clock stood in UTC. */
export function civilTime(year: unknown, ...parts: readonly number[]): Date {
  if (typeof year !== 'string') return new Date(Date.UTC(Number(year), parts[0] ?? 0, ...parts.slice(1)));
  return new Date(/T[\d:.]+$/.test(year) ? `${year}Z` : year);
}

/** Names of what leads from a value to the program that runs. */
const forbidden = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'context',
  'dataflow',
  'ownerDocument',
  'defaultView',
]);

/** Items of a picture lead to the page. Guides that Vega itself makes read these of them, and nothing else does. */
const readOfItems =
  /^(?:item\.(?:_?anchor|orient)|item\.mark\.items\.length|item\.mark\.group(?:\.(?:align|angle|limit|baseline)|\[\]))$/;
const items = new Set(['item', 'event']);

interface ExpressionNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Goes through all expressions of a compiled chart: those that its spec has, and those that were made of its parts.
 *
 * @param runtime as the parser made it, with syntax trees; calls of local time are changed in it
 * @throws where an expression does more than calculate
 */
export function checkExpressions(runtime: object): void {
  const open: unknown[] = [runtime];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (typeof value === 'object' && value !== null) {
      if (isNode(value)) checkNode(value, open);
      else open.push(...Object.values(value));
    }
  }
}

const isNode = (value: object): value is ExpressionNode =>
  'type' in value && typeof value.type === 'string' && kinds.has(value.type);

const kinds = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'ObjectExpression',
  'Property',
  'UnaryExpression',
]);

function checkNode(node: ExpressionNode, open: unknown[]): void {
  switch (node.type) {
    case 'Identifier':
      if (items.has(String(node['name']))) refuse(String(node['name']));
      return;
    case 'Literal':
      if (node['value'] instanceof RegExp || 'regex' in node) refuse('a pattern');
      return;
    case 'CallExpression':
      open.push(...checkCall(node));
      return;
    case 'MemberExpression':
      open.push(...checkMember(node));
      return;
    case 'Property':
      open.push(node['value']);
      if (forbidden.has(nameOf(node['key']))) refuse(nameOf(node['key']));
      return;
    default:
      open.push(...Object.values(node));
  }
}

function checkCall(node: ExpressionNode): readonly unknown[] {
  const callee = node['callee'] as { name?: unknown }; // a call of anything but a name is no expression of Vega
  const written = String(callee.name);
  const name = written.startsWith('_') ? written.slice(1) : written;
  if (!callable.has(name)) refuse(`${name}()`);
  if (name === 'group' && !isList(node['arguments'], 1)) refuse('group()');
  const replacement = inUtc.get(name);
  if (replacement !== undefined) callee.name = replacement;
  return isListOf(node['arguments']);
}

const isListOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isList = (value: unknown, length: number): boolean => isListOf(value).length === length;

function checkMember(node: ExpressionNode): readonly unknown[] {
  const { object, property } = node;
  const key = nameOf(property);
  if (forbidden.has(key)) refuse(key);
  const chain = chainOf(node);
  if (chain !== undefined) return readOfItems.test(chain) ? [] : refuse(chain);
  return node['computed'] ? [object, property] : [object];
}

/** @returns how an item of the picture is read, or `undefined` where none is */
function chainOf(node: ExpressionNode): string | undefined {
  if (node.type === 'Identifier') return items.has(String(node['name'])) ? String(node['name']) : undefined;
  if (node.type !== 'MemberExpression') return undefined;
  const before = chainOf(node['object'] as ExpressionNode); // as the parser makes it
  if (before === undefined) return undefined;
  return node['computed'] ? `${before}[]` : `${before}.${nameOf(node['property'])}`;
}

function nameOf(key: unknown): string {
  const { name, value } = key as { name?: unknown; value?: unknown }; // an identifier, a literal, or something calculated
  return String(name ?? value);
}

function refuse(what: string): never {
  throw new Error(`The spec of this chart uses ${what}, which is not allowed here.`);
}
