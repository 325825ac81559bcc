import { type CompiledQuery, compileQuery, type QueryExpression } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { caseDialects } from './case-dialects.ts';
import { bindCase, compileCase } from './compile-case.ts';
import { fixtureTexts } from './fixture-texts.ts';
import { type AnsweredCase, isAnswered } from './planner-case.ts';
import type { CaseFilter } from './read-query.ts';
import { readCases } from './read-cases.ts';

const answered = readCases().filter(isAnswered);
const forms = [{}, { skipsPasses: true }];

describe.each(caseDialects)('statements for $dialect.name', (place) => {
  it('have a parameter for each placeholder, and a placeholder for each parameter', () => {
    const [first, second] = [place.dialect.placeholder(1), place.dialect.placeholder(2)];
    const wrong = answered.filter((one) =>
      forms.some((form) => {
        const { text, params } = compileCase(one, place, form);
        const found = withoutQuoted(text).match(/\$\d+|\?|\{p\d+:[^}]*\}/g) ?? [];
        const expected = params.map((_, index) => place.dialect.placeholder(index + 1));
        return first === second
          ? found.length !== params.length
          : [...new Set(found)].sort().join() !== [...expected].sort().join();
      }),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('contain the text of a filter only in their parameters', () => {
    const tried = answered.flatMap((one) => marked(one).flatMap((other) => statementOf(other, place) ?? []));
    expect(tried.length).toBeGreaterThan(100);
    expect(tried.filter(({ text }) => text.includes(mark)).map(({ text }) => text)).toEqual([]);
    const bound = tried.filter(({ params }) => params.some((param) => String(param).includes(mark.slice(0, 3))));
    expect(bound.length).toBeGreaterThan(100);
  });
});

it('read each table equally often on every dialect: none repeats a derived table', () => {
  const wrong = answered.filter(
    (one) => new Set(caseDialects.map((place) => readsOf(compileCase(one, place)))).size > 1,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

const tables = new Set(
  fixtureTexts().flatMap((text) => [...text.matchAll(/CREATE TABLE (\S+)/g)].map(([, name]) => name)),
);

function readsOf({ text }: CompiledQuery): string {
  const names = [...text.matchAll(/\b(?:FROM|JOIN) ([\w.]+)(?![\w.(])/g)].map(([, name]) => name);
  return names
    .filter((name) => tables.has(name))
    .sort()
    .join();
}

/** Removes texts, quoted names and comments from a statement. */
function withoutQuoted(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\//g, ' ');
}

/** It ends texts, names and comments of every dialect. */
const mark = `zq'"*/\n;--$1?`;

/** The case with the mark at the end of the first value of one of its filters, for each of them. */
function marked(one: AnsweredCase): readonly AnsweredCase[] {
  const filters = one.query.filters ?? [];
  return filters.flatMap((filter, index) =>
    markedFilters(filter).map((other) => ({ ...one, query: { ...one.query, filters: filters.with(index, other) } })),
  );
}

function markedFilters(filter: CaseFilter): readonly CaseFilter[] {
  if ('and' in filter)
    return filter.and.flatMap((inner, index) =>
      markedFilters(inner).map((other) => ({ and: filter.and.with(index, other) })),
    );
  if ('or' in filter)
    return filter.or.flatMap((inner, index) =>
      markedFilters(inner).map((other) => ({ or: filter.or.with(index, other) })),
    );
  if ('expression' in filter) return markedExpressions(filter.expression).map((expression) => ({ expression }));
  const [value, ...rest] = filter.values ?? [];
  return typeof value === 'string' ? [{ ...filter, values: [`${value}${mark}`, ...rest] }] : [];
}

/** The expression with the mark at the end of one of its texts, for each of them. */
function markedExpressions(expression: QueryExpression): readonly QueryExpression[] {
  switch (expression.kind) {
    case 'member':
    case 'segment':
      return [];
    case 'value': {
      const { value } = expression;
      return value.type === 'string' ? [{ kind: 'value', value: { ...value, text: `${value.text}${mark}` } }] : [];
    }
    case 'call':
      return expression.arguments.flatMap((inner, index) =>
        markedExpressions(inner).map((other) => ({
          ...expression,
          arguments: expression.arguments.with(index, other),
        })),
      );
    case 'altered':
    case 'aggregate':
      return [];
    case 'sql':
      return expression.parts.flatMap((part, index) =>
        typeof part === 'string'
          ? []
          : markedExpressions(part).map((other) => ({ ...expression, parts: expression.parts.with(index, other) })),
      );
  }
}

/** Nothing where the mark is refused: it is no number, and no time. */
function statementOf(
  one: AnsweredCase,
  { dialect, rewrites }: (typeof caseDialects)[number],
): CompiledQuery | undefined {
  const bound = bindCase(one, rewrites);
  if (!bound.ok) return undefined;
  const outcome = compileQuery(bound.value.query, bound.value.model, dialect, { context: bound.value.context });
  return outcome.ok ? outcome.value : undefined;
}
