import { csvLineOf, csvText, csvValue } from '@orrery/kernel';
import type { QueryTable } from '../query/index.ts';
import type { Attachment } from './mail/mail.ts';
import { visible } from './mail/visible.ts';
import type { RenderedPart } from './rendered-dashboard.ts';

/** Bound on one mail: many servers accept no more than 10 MB, and attachments grow by a third in transit. */
const mostBytes = 6 * 1024 * 1024;
const longestName = 60;

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Writes the tables as CSV files; those that would make the mail too large are left out. */
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
  const lines = rows.map((row) => csvLineOf(row.map((cell, index) => csvValue(cell, isNumber[index] === true))));
  return byteOrderMark + head + lines.join('');
}

/** Builds a name of letters, digits and `-`, which is valid in every file system and header. */
function fileNameOf(number: number, title: string): string {
  const words = visible(title)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const name = [...words].slice(0, longestName).join('');
  return `${[String(number).padStart(2, '0'), name].filter((part) => part !== '').join('-')}.csv`;
}
