import type { SourceQuery, WireDashboard, WireReport } from '@orrery/contract';
import { InvalidInput } from '@orrery/kernel';
import { partsOf, type QuestionChange, type StoredQuery, type StoredQuestion } from './stored-question.ts';

/** The fields of requests and answers that hold a question. */
type QuestionFields = Pick<WireReport, 'jsonQuery' | 'sqlQuery' | 'sourceQuery'>;

type WireSnapshot = WireDashboard['reportSnapshots'][number];

/** Fields of a request; missing ones stay as they are, `null` clears. */
interface GivenFields {
  readonly jsonQuery?: string | null | undefined;
  readonly sqlQuery?: string | null | undefined;
  readonly sourceQuery?: SourceQuery | null | undefined;
}

const fields = { json: 'jsonQuery', statement: 'sqlQuery' } as const;

/** Names the field of a query, by which problems of its text are placed. */
export function fieldOfQuery({ kind }: StoredQuery): keyof QuestionFields {
  return fields[kind];
}

/** Presents the question of a report. */
export function questionFields(question: StoredQuestion | null): QuestionFields {
  const { json, statement, source } = partsOf(question);
  return { jsonQuery: json, sqlQuery: statement, sourceQuery: source };
}

/** Reads the question of a request, and its other fields. */
export function withQuestion<Body extends GivenFields>({ jsonQuery, sqlQuery, sourceQuery, ...others }: Body) {
  return { ...others, question: { json: jsonQuery, statement: sqlQuery, source: sourceQuery } };
}

interface AskingCopy {
  readonly question: StoredQuestion | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly preferences: WireSnapshot['preferences'];
}

/** Presents the question of a copied report, whose query in JSON is a text of its `meta`. */
export function presentCopy<Copy extends AskingCopy>({ question, meta, preferences, ...copy }: Copy) {
  const { jsonQuery, sqlQuery, sourceQuery } = questionFields(question);
  const said = jsonQuery === null ? { ...meta } : { ...meta, jsonQuery };
  return { ...copy, sqlQuery, meta: said, preferences, sourceQuery };
}

/** Removes the question of a presented copy, with what Explore keeps to open it again. */
export function withoutQuestion({ meta: { jsonQuery: _, explore: __, ...meta }, ...snapshot }: WireSnapshot) {
  return { ...snapshot, meta, sqlQuery: null, sourceQuery: null };
}

/** @throws InvalidInput for a query together with a statement in the SQL of a data source */
export function requireOneQuestion({ json, statement, source }: QuestionChange): void {
  if (!source || (typeof json !== 'string' && typeof statement !== 'string')) return;
  const message = 'cannot stand beside jsonQuery or sqlQuery: set those to null';
  throw new InvalidInput('report.two-queries', `sourceQuery ${message}`, [{ path: 'sourceQuery', message }]);
}
