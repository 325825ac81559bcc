import { expect, it } from 'vitest';
import { readQuestion, revisedText, writeChange, writeQuestion } from './question-columns.ts';
import { questionFields, requireOneQuestion, withQuestion } from './question-fields.ts';
import { queriesOf, queryOf, questionFor, type StoredQuestion } from './stored-question.ts';

const none = { json_query: null, sql_query: null, source_query: null };
const json = '{"filters":[{"member":"orders.id","operator":"equals","values":[9007199254740993]}]}';
const source = { dataSource: 'default', sql: 'SELECT 1' };

it.each([
  ['nothing', none, null, []],
  ['a query', { ...none, json_query: json }, { kind: 'json', text: json }, ['json']],
  ['a statement', { ...none, sql_query: 'SELECT 1' }, { kind: 'statement', text: 'SELECT 1' }, ['statement']],
  [
    'a query beside a statement',
    { ...none, json_query: json, sql_query: 'SELECT 1' },
    { kind: 'json', text: json, statement: { kind: 'statement', text: 'SELECT 1' } },
    ['json', 'statement'],
  ],
  [
    'SQL of a data source',
    { ...none, source_query: '{"dataSource":"default","sql":"SELECT 1"}' },
    { kind: 'source', ...source },
    [],
  ],
  ['empty texts', { ...none, json_query: '' }, { kind: 'json', text: '' }, ['json']],
] as const)('%s is read from its columns, and written as it was', (_, columns, expected, checked) => {
  const question: StoredQuestion | null = readQuestion(columns);
  expect(question).toEqual(expected);
  expect(writeQuestion(question)).toEqual(columns);
  const { sourceQuery, ...texts } = questionFields(question);
  expect(texts).toEqual({ jsonQuery: columns.json_query, sqlQuery: columns.sql_query });
  expect(sourceQuery).toEqual(columns.source_query === null ? null : source);
  expect(queriesOf(question).map(({ kind }) => kind)).toEqual(checked);
  expect(queryOf(question)?.kind).toBe(checked[0]);
});

it('a change writes the given parts alone', () => {
  const { question, ...others } = withQuestion({ name: 'x', sqlQuery: null, sourceQuery: source });
  expect(others).toEqual({ name: 'x' });
  expect(writeChange(question)).toEqual({ sql_query: null, source_query: JSON.stringify(source) });
  expect(() => requireOneQuestion({ ...question, json })).toThrow('sourceQuery cannot stand beside jsonQuery');
  expect(() => requireOneQuestion(question)).not.toThrow();
});

it('the SQL of a data source is shown to users who may run it', () => {
  const question = readQuestion({ ...none, source_query: JSON.stringify(source) });
  expect(questionFor({ mayAskSources: true }, question)).toEqual({ kind: 'source', ...source });
  expect(questionFields(questionFor({}, question)).sourceQuery).toEqual({ dataSource: 'default', sql: null });
});

it('the compared text of a report is that of its stored columns', () => {
  expect(revisedText({ ...none, json_query: '{}', meta: null })).toBe('["{}",null,null]');
  expect(revisedText({ ...none, source_query: '{}', meta: '{}' })).toBe('[null,null,"{}","{}"]');
});
