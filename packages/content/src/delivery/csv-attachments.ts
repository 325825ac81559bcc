import { csvLineOf, csvText } from '@orrery/kernel';
import type { Cell, QueryTable } from '../query/index.ts';
import type { Attachment } from './mail/mail.ts';
import { visible } from './mail/visible.ts';
import type { RenderedPart } from './rendered-dashboard.ts';

/** Of one mail: many servers take no more than 10 MB, and what is attached grows by a third on the way. */
const mostBytes = 6 * 1024 * 1024;
const longestName = 60;

/** By which spreadsheets know that it is UTF-8. */
const byteOrderMark = '\ufeff';

const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The tables as files that spreadsheets open; those that make a mail too large are left out. */
export function csvAttachments(parts: readonly RenderedPart[]): {
  readonly attachments: readonly Attachment[];
  /** Titles of tables without a file. */
  readonly tooLarge: readonly string[];
} {
  const attachments: Attachment[] = [];
  const tooLarge: string[] = [];
  let bytes = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'table') continue;
    const content = csvOf(part.table);
    const size = Buffer.byteLength(content);
    if (bytes + size > mostBytes) {
      tooLarge.push(part.title);
      continue;
    }
    bytes += size;
    attachments.push({ fileName: fileNameOf(index + 1, part.title), type: 'text/csv; charset=utf-8', content });
  }
  return { attachments, tooLarge };
}

function csvOf({ columns, rows }: QueryTable): string {
  const head = csvLineOf(columns.map(({ title }) => csvText(title)));
  const isNumber = columns.map(({ type }) => type === 'number');
  const lines = rows.map((row) => csvLineOf(row.map((cell, index) => cellOf(cell, isNumber[index] === true))));
  return byteOrderMark + head + lines.join('');
}

/** A number is one also when it begins with a minus; text that only looks like one is text. */
function cellOf(cell: Cell, isNumber: boolean): string {
  if (cell === null) return '';
  const text = String(cell);
  return isNumber && decimal.test(text) ? text : csvText(text);
}

/** Letters, digits and `-`: fit for every file system and header. */
function fileNameOf(number: number, title: string): string {
  const words = visible(title)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const name = [...words].slice(0, longestName).join('');
  return `${[String(number).padStart(2, '0'), name].filter((part) => part !== '').join('-')}.csv`;
}
