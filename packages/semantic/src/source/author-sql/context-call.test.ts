import { describe, expect, it } from 'vitest';
import { parseFragment } from './fragment.ts';

function part(sql: string): unknown {
  const { fragment, problems } = parseFragment(sql);
  expect(problems).toEqual([]);
  const [only, ...others] = fragment.parts;
  expect(others).toEqual([]);
  const { source: _, ...rest } = { source: '', ...only };
  return rest;
}

const text = (value: string) => ({ kind: 'text', text: value });
const argument = (position: number) => ({ kind: 'argument', position });
const path = (...steps: string[]) => ({ kind: 'path', steps, source: `{${steps.join('.')}}` });
const problemsOf = (sql: string) => parseFragment(sql).problems;

describe('FILTER_PARAMS', () => {
  const filter = (target: object) => ({
    kind: 'filter-params',
    filters: [{ steps: ['orders', 'status'], target }],
    isGroup: false,
  });

  it.each([
    [`'status'`, { parts: [text('status')] }],
    [`"lower(status)"`, { parts: [text('lower(status)')] }],
    [`"""x -> 'y'"""`, { parts: [text(`x -> 'y'`)] }],
    [`'it\\'s'`, { parts: [text(`it's`)] }],
    [`'a' 'b'`, { parts: [text('a'), text('b')] }],
    [`f"{CUBE}.status"`, { parts: [path('CUBE'), text('.status')] }],
    [`f'{{x}} \\{y\\}'`, { parts: [text('{x} {y}')] }],
    [`CUBE.status`, { parts: [path('CUBE', 'status')] }],
  ])('accepts a column: %s', (column, target) => {
    expect(part(`{FILTER_PARAMS.orders.status.filter(${column})}`)).toEqual(filter(target));
  });

  it.each([
    [`lambda x: f"a = {x}"`, { takes: 1, parts: [text('a = '), argument(0)] }],
    [`lambda x, y: f"{y} < a AND a < {x}"`, { takes: 2, parts: [argument(1), text(' < a AND a < '), argument(0)] }],
    [`lambda x: "a = " + x`, { takes: 1, parts: [text('a = '), argument(0)] }],
    [`lambda x: ('a' + " = ") + (x)`, { takes: 1, parts: [text('a'), text(' = '), argument(0)] }],
    [`lambda x: f"{CUBE}.a = {x}"`, { takes: 1, parts: [path('CUBE'), text('.a = '), argument(0)] }],
    [`lambda x : (\n  f"a = {x}"\n)`, { takes: 1, parts: [text('a = '), argument(0)] }],
  ])('accepts a function as a template, never as code: %s', (lambda, target) => {
    expect(part(`{ FILTER_PARAMS.orders.status.filter( ${lambda} ) }`)).toEqual(filter(target));
  });

  it('stands in a group', () => {
    const group = `{FILTER_GROUP(FILTER_PARAMS.a.b.filter('b'), FILTER_PARAMS.a.c.filter("c"),)}`;
    const targets = ['b', 'c'].map((name) => ({ steps: ['a', name], target: { parts: [text(name)] } }));
    expect(part(group)).toEqual({ kind: 'filter-params', filters: targets, isGroup: true });
  });
});

describe('SECURITY_CONTEXT', () => {
  it.each([
    [`SECURITY_CONTEXT.a.b.filter('c')`, ['a', 'b'], false],
    [`securityContext.a.requiredFilter("c")`, ['a'], true],
    [`security_context['https://x.example/a']["b c"].filter('c')`, ['https://x.example/a', 'b c'], false],
    [`SECURITY_CONTEXT.filter.filter('c')`, ['filter'], false],
  ])('%s', (call, keys, isRequired) => {
    const target = { parts: [text('c')] };
    expect(part(`{${call}}`)).toEqual({ kind: 'security-filter', path: keys, isRequired, target });
  });

  it('is never written into SQL', () => {
    expect(problemsOf('{SECURITY_CONTEXT.a.b.unsafeValue()}')).toMatchObject([{ kind: 'unsafe', name: 'a.b' }]);
    expect(problemsOf('{SECURITY_CONTEXT.a.b}')).toMatchObject([{ kind: 'call' }]);
  });
});

it.each([
  ['brackets', (n: number) => `FILTER_PARAMS.a.b.filter(${'('.repeat(n)}'x'${')'.repeat(n)})`],
  ['references', (n: number) => `${'SQL_UTILS.convertTz(f"{'.repeat(n)}x${'}")'.repeat(n)}`],
  ['sums', (n: number) => `FILTER_PARAMS.a.b.filter('x'${" + 'y'".repeat(n)} or)`],
  ['steps', (n: number) => `SECURITY_CONTEXT${'.a'.repeat(n)}`],
])('refuses hostile %s, in any number', (_, call) => {
  const problems = problemsOf(`{${call(20_000)}}`);
  expect(problems).toMatchObject([{ kind: 'call' }]);
});

it('SQL_UTILS converts to the zone of the query', () => {
  expect(part(`{SQL_UTILS.convertTz('created_at')}`)).toEqual({ kind: 'convert-zone', parts: [text('created_at')] });
  const parts = [path('CUBE'), text('.at')];
  expect(part(`{SQL_UTILS.convertTz(f"{CUBE}.at")}`)).toEqual({ kind: 'convert-zone', parts });
});

describe('an invalid call, or an invalid template', () => {
  it.each([
    [`FILTER_PARAMS.orders.filter('a')`, 'call'],
    [`FILTER_PARAMS.orders.status.only('a')`, 'call'],
    [`FILTER_PARAMS.orders.status.filter()`, 'call'],
    [`FILTER_PARAMS.orders.status.filter('  ')`, 'call'],
    [`FILTER_PARAMS.orders.status.filter('a', 'b')`, 'call'],
    [`FILTER_PARAMS.orders.status.filter('a') or 1`, 'call'],
    [`FILTER_PARAMS.orders.status.filter('a`, 'call'],
    [`FILTER_PARAMS.orders.status.filter('{CUBE}.a')`, 'call'],
    [`FILTER_PARAMS.orders.status.filter((x) => x)`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda: "1 = 1")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda *x: "1 = 1")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x, x: "1 = 1")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: x.upper())`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: str(x))`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: f"{x!r}")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: f"{__import__('os')}")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: "a" if x else "b")`, 'call'],
    [`FILTER_PARAMS.orders.status.filter(lambda x: "a %s" % x)`, 'call'],
    [`SECURITY_CONTEXT.a.filter(lambda x, y: f"{x} = {y}")`, 'call'],
    [`SECURITY_CONTEXT.filter('a')`, 'call'],
    [`SECURITY_CONTEXT[0].filter('a')`, 'call'],
    [`SQL_UTILS.convertTz(lambda x: x)`, 'call'],
    [`SQL_UTILS.other('a')`, 'call'],
    [`FILTER_GROUP()`, 'group'],
    [`FILTER_GROUP('a')`, 'group'],
    [`FILTER_GROUP(SECURITY_CONTEXT.a.filter('a'))`, 'group'],
  ])('%s', (call, kind) => {
    expect(problemsOf(`{${call}}`)).toMatchObject([{ kind }]);
  });
});
