import { type UnknownRecord, isRecord } from './record.ts';

/** A report as the clipboard has it: its query, and how it is shown. */
export interface CopiedReport {
  readonly name: string;
  readonly title: string | null;
  readonly jsonQuery: string | null;
  readonly sqlQuery: string | null;
  /** A statement in the SQL of a data source. */
  readonly sourceQuery?: { readonly dataSource: string; readonly sql: string };
  readonly meta: UnknownRecord | null;
}

/** Why a text of the clipboard is no report: it is something else, it is too long, or a part of a report is missing. */
export type NotCopied = 'other' | 'long' | 'incomplete';

const mark = 'orrery';
const kind = 'report';
/** More than any report that can be saved. */
const longest = 3_000_000;
const longestName = 255;

export function copiedText({ name, title, jsonQuery, sqlQuery, sourceQuery, meta }: CopiedReport): string {
  return JSON.stringify({ [mark]: kind, name, title, jsonQuery, sqlQuery, sourceQuery, meta });
}

/** Reads what was copied, which may be anything. The server reads it again, as it does with everything that is saved. */
export function readCopied(text: string): { readonly report: CopiedReport } | { readonly fault: NotCopied } {
  if (text.length > longest) return { fault: 'long' };
  const given = parsed(text);
  if (!isRecord(given) || given[mark] !== kind) return { fault: 'other' };
  const { name, title, jsonQuery, sqlQuery, meta } = given;
  const sourceQuery = sourceQueryIn(given['sourceQuery']);
  const isQuery = typeof jsonQuery === 'string' || typeof sqlQuery === 'string' || sourceQuery !== undefined;
  if (typeof name !== 'string' || name.trim() === '' || !isQuery || !(isRecord(meta) || (meta ?? null) === null))
    return { fault: 'incomplete' };
  return {
    report: {
      name: name.slice(0, longestName),
      title: typeof title === 'string' ? title : null,
      jsonQuery: typeof jsonQuery === 'string' ? jsonQuery : null,
      sqlQuery: typeof sqlQuery === 'string' ? sqlQuery : null,
      ...(sourceQuery ? { sourceQuery } : {}),
      meta: isRecord(meta) ? meta : null,
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sourceQueryIn(given: unknown): CopiedReport['sourceQuery'] {
  if (!isRecord(given)) return undefined;
  const { dataSource, sql } = given;
  return typeof dataSource === 'string' && typeof sql === 'string' ? { dataSource, sql } : undefined;
}
