import { type UnknownRecord, isRecord } from './record.ts';
import { questionFields, questionIn, type ReportQuestion } from './report-question.ts';

/** A report as the clipboard has it: its query, and how it is shown. */
export interface CopiedReport {
  readonly name: string;
  readonly title: string | null;
  /** `undefined` where its user may not read it. */
  readonly question: ReportQuestion | undefined;
  readonly meta: UnknownRecord | null;
}

/** Why a text of the clipboard is no report: it is something else, it is too long, or a part of a report is missing. */
export type NotCopied = 'other' | 'long' | 'incomplete';

const mark = 'orrery';
const kind = 'report';
/** More than any report that can be saved. */
const longest = 3_000_000;
const longestName = 255;

export function copiedText(report: CopiedReport): string {
  return JSON.stringify({ [mark]: kind, ...bodyOfCopy(report) });
}

/** The request that saves a copy. */
export function bodyOfCopy({ name, title, question, meta }: CopiedReport) {
  return { name, title, ...questionFields(question), meta };
}

/** Reads what was copied, which may be anything. The server reads it again, as it does with everything that is saved. */
export function readCopied(text: string): { readonly report: CopiedReport } | { readonly fault: NotCopied } {
  if (text.length > longest) return { fault: 'long' };
  const given = parsed(text);
  if (!isRecord(given) || given[mark] !== kind) return { fault: 'other' };
  const { name, title, meta } = given;
  const question = questionIn(given);
  if (typeof name !== 'string' || name.trim() === '' || !question || !(isRecord(meta) || (meta ?? null) === null))
    return { fault: 'incomplete' };
  return {
    report: {
      name: name.slice(0, longestName),
      title: typeof title === 'string' ? title : null,
      question,
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
