import type { ShownSourceQuery } from '@orrery/contract';
import type { ContentRights } from '../item/index.ts';
import { InvalidQuery, parseQueryText, type QueryRequest, readRequest, requestProblem } from '@orrery/runtime';

/** A question that a report stores: a query, or a statement in the SQL of a data source. */
export type StoredQuestion = StoredQuery | StoredSource;

/** A question about the model, which `QueryRunner` runs with the rights of its caller. */
export type StoredQuery = StoredJson | StoredStatement;

/** A query in JSON. The text itself is stored, so digits and keys stay unchanged. */
interface StoredJson {
  readonly kind: 'json';
  readonly text: string;
  /** A statement that the report has too. It is checked, and not run. */
  readonly statement?: StoredStatement;
}

/** A statement of SQL over the model. */
interface StoredStatement {
  readonly kind: 'statement';
  readonly text: string;
}

/** A statement in the SQL of a data source, which only some users may run. */
interface StoredSource extends ShownSourceQuery {
  readonly kind: 'source';
}

/** The parts of a question, each of which is stored, sent and cleared on its own. */
export interface QuestionParts {
  readonly json: string | null;
  readonly statement: string | null;
  readonly source: ShownSourceQuery | null;
}

/** Missing parts stay as they are; `null` clears. */
export type QuestionChange = { readonly [part in keyof QuestionParts]?: QuestionParts[part] | undefined };

export function questionOf({ json, statement, source }: QuestionParts): StoredQuestion | null {
  if (source !== null) return { kind: 'source', ...source };
  const stated = statement === null ? null : ({ kind: 'statement', text: statement } as const);
  if (json === null) return stated;
  return { kind: 'json', text: json, ...(stated ? { statement: stated } : {}) };
}

export function partsOf(question: StoredQuestion | null): QuestionParts {
  const none = { json: null, statement: null, source: null };
  switch (question?.kind) {
    case 'json':
      return { ...none, json: question.text, statement: question.statement?.text ?? null };
    case 'statement':
      return { ...none, statement: question.text };
    case 'source':
      return { ...none, source: { dataSource: question.dataSource, sql: question.sql } };
    case undefined:
      return none;
  }
}

/** Returns the query that is run; there is none where a report asks a data source directly, or nothing. */
export function queryOf(question: StoredQuestion | null): StoredQuery | undefined {
  return question === null || question.kind === 'source' ? undefined : question;
}

/** Lists the queries that the model can break. */
export function queriesOf(question: StoredQuestion | null): readonly StoredQuery[] {
  const query = queryOf(question);
  if (!query) return [];
  return query.kind === 'json' && query.statement ? [query, query.statement] : [query];
}

/** Lists the queries that a change stores. */
export function queriesIn({ json = null, statement = null }: QuestionChange): readonly StoredQuery[] {
  return queriesOf(questionOf({ json, statement, source: null }));
}

/** Whether a report asks a data source directly. */
export function asksSource(question: StoredQuestion | null): boolean {
  return question?.kind === 'source';
}

/** Returns a question as a user sees it: a statement for a data source has its text only if the user may run it. */
export function questionFor(
  { mayAskSources }: Pick<ContentRights, 'mayAskSources'>,
  question: StoredQuestion | null,
): StoredQuestion | null {
  return question?.kind === 'source' && !mayAskSources ? { ...question, sql: null } : question;
}

/** Whether the text of a question is hidden: then what may contain values of its rows is hidden too. */
export function isHidden(question: StoredQuestion | null): boolean {
  return question?.kind === 'source' && question.sql === null;
}

/**
 * Parses a stored query.
 *
 * @throws InvalidQuery for a text that is not a JSON object, or with every problem of its shape
 */
export function readStoredQuery(text: string): QueryRequest {
  const query = parseQueryText(text);
  if (typeof query === 'object' && query !== null && !Array.isArray(query)) return readRequest({ query }, false);
  throw new InvalidQuery([requestProblem('request.wrong-type', 'A stored query is a JSON object')]);
}
