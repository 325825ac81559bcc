import type { JsonObject } from '@orrery/kernel';
import type { ShownSourceQuery } from '@orrery/contract';
import type { ReportSnapshotTable, ReportTable } from '@orrery/store';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { fieldOf, json, optionalJson, readFields, writeFields } from '../item/index.ts';
import {
  partsOf,
  type QuestionChange,
  questionOf,
  type QuestionParts,
  type StoredQuestion,
} from './stored-question.ts';

/** The columns of a report that store its question. They contain the texts that users sent. */
type QuestionColumns = Pick<Selectable<ReportTable>, 'json_query' | 'sql_query' | 'source_query'>;
type SnapshotColumns = Pick<Selectable<ReportSnapshotTable>, 'sql_query' | 'source_query' | 'meta'>;

const column = fieldOf<ReportTable>();
const statementFields = {
  statement: column('sql_query'),
  source: column('source_query', optionalJson<ShownSourceQuery>()),
};
const fields = { json: column('json_query'), ...statementFields };
const object = json<JsonObject>();

export const questionColumns = ['json_query', 'sql_query', 'source_query'] as const;

export function readParts(row: QuestionColumns): QuestionParts {
  return readFields(fields, row);
}

export function readQuestion(row: QuestionColumns): StoredQuestion | null {
  return questionOf(readParts(row));
}

/** Returns the columns of the given parts; missing ones stay as they are. */
export function writeChange(change: QuestionChange): Partial<QuestionColumns> {
  return writeFields(fields, change);
}

export function writeQuestion(question: StoredQuestion | null): QuestionColumns {
  return writeFields(fields, partsOf(question));
}

/** Whether a change of columns changes the question. */
export function changesQuestion(columns: Partial<QuestionColumns>): boolean {
  return questionColumns.some((name) => columns[name] !== undefined);
}

export function isSameQuestion(one: QuestionColumns, other: QuestionColumns): boolean {
  return questionColumns.every((name) => one[name] === other[name]);
}

/**
 * Returns the text of the columns on which two users conflict when they save the same report. Its name and its place
 * among the tabs are not among them.
 */
export function revisedText(row: QuestionColumns & Pick<Selectable<ReportTable>, 'meta'>): string {
  const { json_query, sql_query, source_query, meta } = row;
  return JSON.stringify([json_query, sql_query, meta, ...(source_query === null ? [] : [source_query])]);
}

/** Reads a copied report. Its query in JSON is a text of its `meta`, so that its numbers keep their digits. */
export function readSnapshotQuestion(row: SnapshotColumns): {
  readonly question: StoredQuestion | null;
  readonly meta: JsonObject;
} {
  const stored = row.meta === null ? {} : object.read(row.meta);
  const { jsonQuery } = stored;
  const texts = readFields(statementFields, row);
  const isText = typeof jsonQuery === 'string';
  return {
    question: questionOf({ ...texts, json: isText ? jsonQuery : null }),
    meta: isText ? withoutQuery(stored) : stored,
  };
}

export function writeSnapshotQuestion(question: StoredQuestion | null, meta: JsonObject): SnapshotColumns {
  const { json: jsonQuery, ...texts } = partsOf(question);
  return {
    ...writeFields(statementFields, texts),
    meta: object.write(jsonQuery === null ? meta : { ...meta, jsonQuery }),
  };
}

/** Removes what would be read as the query of a copy. */
export function withoutQuery({ jsonQuery: _, ...meta }: JsonObject): JsonObject {
  return meta;
}

/** The number of bytes that the question of a report takes. */
export const bytesOfQuestion: RawBuilder<number> = sql`
  COALESCE(octet_length(report.json_query), 0) + COALESCE(octet_length(report.sql_query), 0)
  + COALESCE(octet_length(report.source_query), 0)`;

/** The same of a copied report, with its `meta`. */
export const bytesOfSnapshotQuestion: RawBuilder<number> = sql`
  COALESCE(octet_length(meta), 0) + COALESCE(octet_length(sql_query), 0) + COALESCE(octet_length(source_query), 0)`;

/** Whether a report has a query that the model can break. */
export const hasQuery: RawBuilder<boolean> = sql`(json_query IS NOT NULL OR sql_query IS NOT NULL)`;
