import { type UnknownRecord, isRecord } from './record.ts';

/** A question that a report stores. */
export type ReportQuestion = ReportQuery | QuestionOfSource;

/** A query in JSON, or a statement of SQL over the model. */
type ReportQuery =
  | {
      readonly kind: 'json';
      readonly text: string;
      /** A statement that the report has too. It is not run. */
      readonly statement?: string;
    }
  | { readonly kind: 'statement'; readonly text: string };

/** A statement in the SQL of a data source. Its text is `null` for users who may not read it. */
export interface QuestionOfSource {
  readonly kind: 'source';
  readonly dataSource: string;
  readonly sql: string | null;
}

/** The fields of a report in requests and answers. */
export interface ReportFields {
  readonly jsonQuery?: string | null | undefined;
  readonly sqlQuery?: string | null | undefined;
  readonly sourceQuery?: Omit<QuestionOfSource, 'kind'> | null | undefined;
}

/** A report as a published dashboard has it: its query in JSON is in its `meta`. */
interface CopyFields extends Omit<ReportFields, 'jsonQuery'> {
  readonly meta: { readonly jsonQuery?: unknown };
}

export function questionOf({ jsonQuery, sqlQuery, sourceQuery }: ReportFields): ReportQuestion | undefined {
  if (sourceQuery) return { kind: 'source', dataSource: sourceQuery.dataSource, sql: sourceQuery.sql };
  const statement = sqlQuery ?? undefined;
  if (typeof jsonQuery === 'string')
    return { kind: 'json', text: jsonQuery, ...(statement === undefined ? {} : { statement }) };
  return statement === undefined ? undefined : { kind: 'statement', text: statement };
}

export function questionOfCopy({ meta: { jsonQuery }, ...others }: CopyFields): ReportQuestion | undefined {
  return questionOf({ ...others, jsonQuery: typeof jsonQuery === 'string' ? jsonQuery : null });
}

/** Reads the fields of a report that may be anything: those of other types count as absent. */
export function questionIn({ jsonQuery, sqlQuery, sourceQuery }: UnknownRecord): ReportQuestion | undefined {
  const { dataSource, sql } = isRecord(sourceQuery) ? sourceQuery : {};
  return questionOf({
    jsonQuery: typeof jsonQuery === 'string' ? jsonQuery : null,
    sqlQuery: typeof sqlQuery === 'string' ? sqlQuery : null,
    sourceQuery: typeof dataSource === 'string' && typeof sql === 'string' ? { dataSource, sql } : null,
  });
}

/** The fields of a request that stores a question. */
interface StoredFields {
  readonly jsonQuery: string | null;
  readonly sqlQuery: string | null;
  readonly sourceQuery?: { readonly dataSource: string; readonly sql: string };
}

export function questionFields(question: ReportQuestion | undefined): StoredFields {
  const none = { jsonQuery: null, sqlQuery: null };
  switch (question?.kind) {
    case 'json':
      return { jsonQuery: question.text, sqlQuery: question.statement ?? null };
    case 'statement':
      return { ...none, sqlQuery: question.text };
    case 'source': {
      const { dataSource, sql } = question;
      return sql === null ? none : { ...none, sourceQuery: { dataSource, sql } };
    }
    case undefined:
      return none;
  }
}

/** Returns the SQL of a question; `null` where it has none, or its text is hidden. */
export function statementOf(question: ReportQuestion | undefined): string | null {
  if (question?.kind === 'source') return question.sql;
  return (question?.kind === 'json' ? question.statement : question?.text) ?? null;
}

/** Whether the user may not read the text of a question. */
export function isHidden(question: ReportQuestion | undefined): boolean {
  return question?.kind === 'source' && question.sql === null;
}
