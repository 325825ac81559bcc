import type { QueryCell, QueryTable } from '../query/index.ts';
import { csvAttachments } from './csv-attachments.ts';
import { visibleHtml, visible } from './mail/visible.ts';
import type { Mail } from './mail/mail.ts';
import type { RenderedDashboard, RenderedPart } from './rendered-dashboard.ts';

/** Bound on rows in the mail itself; the file has all rows that were read. */
const rowsInHtml = 100;
const rowsInText = 20;

export interface DashboardMailInput {
  readonly dashboard: RenderedDashboard;
  /** Address of the dashboard. */
  readonly link: string;
  /** Descriptions of the filters that limit the numbers. */
  readonly filters: readonly string[];
  /** When it is sent: `At 09:00 AM`. */
  readonly schedule: string;
  readonly to: string;
  readonly key: string;
}

/** Builds a mail with the tables of a dashboard, the same tables as files, and a link to the dashboard. */
export function dashboardMail(input: DashboardMailInput): Mail {
  const { dashboard, to, key } = input;
  const { attachments, tooLarge } = csvAttachments(dashboard.parts);
  const notes = notesOf(input, { tooLarge, attached: attachments.length });
  return {
    to,
    key,
    subject: dashboard.title,
    attachments,
    html: htmlOf(input, notes),
    text: textOf(input, notes),
  };
}

/** Lists the notices that explain what the recipient sees. */
function notesOf(
  { dashboard, filters, schedule }: DashboardMailInput,
  { tooLarge, attached }: { readonly tooLarge: readonly string[]; readonly attached: number },
): readonly string[] {
  const hasRows = dashboard.parts.some(({ kind }) => kind === 'table');
  return [
    // Without rows there is nothing that filters could limit.
    ...(hasRows && filters.length > 0 ? [`Narrowed to: ${filters.join('; ')}.`] : []),
    ...(dashboard.hasControls ? ['What controls of the dashboard start with is not applied here.'] : []),
    ...(attached > 0 ? ['What is attached has all rows that were read.'] : []),
    ...tooLarge.map((title) => `"${title}" is too large to be attached; open the dashboard to see all of it.`),
    `Sent by schedule: ${schedule}.`,
  ];
}

const cellStyle = 'border:1px solid #d0d7de;padding:4px 8px;text-align:left';
const numberStyle = 'border:1px solid #d0d7de;padding:4px 8px;text-align:right';

function htmlOf({ dashboard, link }: DashboardMailInput, notes: readonly string[]): string {
  const { title, description, parts } = dashboard;
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head>',
    '<body style="font-family:sans-serif;font-size:14px;color:#1f2328">',
    `<h1 style="font-size:20px">${visibleHtml(title)}</h1>`,
    description ? `<p>${visibleHtml(description)}</p>` : '',
    `<p><a href="${visibleHtml(link)}">Open the dashboard</a></p>`,
    ...parts.map(htmlOfPart),
    ...notes.map((note) => `<p style="color:#59636e">${visibleHtml(note)}</p>`),
    '</body></html>',
  ].join('\n');
}

function htmlOfPart(part: RenderedPart): string {
  const heading = `<h2 style="font-size:16px">${visibleHtml(part.title)}</h2>`;
  if (part.kind !== 'table') return `${heading}\n<p>${visibleHtml(saidOf(part))}</p>`;
  const { columns, rows } = part.table;
  const style = columns.map(({ type }) => (type === 'number' ? numberStyle : cellStyle));
  const line = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell, index) => `<${tag} style="${style[index]}">${visibleHtml(cell)}</${tag}>`).join('')}</tr>`;
  const shown = rows.slice(0, rowsInHtml).map((row) => line('td', row.map(shownCell)));
  const heads = line(
    'th',
    columns.map(({ title }) => title),
  );
  const remarks = remarksOf(part.table, rowsInHtml).map((remark) => `<p>${visibleHtml(remark)}</p>`);
  return [heading, `<table style="border-collapse:collapse">${heads}${shown.join('')}</table>`, ...remarks].join('\n');
}

function textOf({ dashboard, link }: DashboardMailInput, notes: readonly string[]): string {
  const { title, description, parts } = dashboard;
  const head = [title, ...(description ? [description] : []), link].map(visible);
  return `${[head.join('\n'), ...parts.map(textOfPart), notes.map(visible).join('\n')].join('\n\n')}\n`;
}

function textOfPart(part: RenderedPart): string {
  const title = visible(part.title);
  if (part.kind !== 'table') return `${title}\n${visible(saidOf(part))}`;
  const { columns, rows } = part.table;
  const line = (cells: readonly string[]) => cells.map(visible).join(' | ');
  return [
    title,
    line(columns.map((column) => column.title)),
    ...rows.slice(0, rowsInText).map((row) => line(row.map(shownCell))),
    ...remarksOf(part.table, rowsInText).map(visible),
  ].join('\n');
}

function remarksOf({ rows, warnings }: QueryTable, shown: number): readonly string[] {
  if (rows.length === 0) return ['There are no rows.', ...warnings.map(({ message }) => message)];
  const more = rows.length > shown ? [`Shown are the first ${shown} of ${rows.length} rows that were read.`] : [];
  return [...more, ...warnings.map(({ message }) => message)];
}

function saidOf({ kind, reason }: Exclude<RenderedPart, { kind: 'table' }>): string {
  return kind === 'failed' ? `Could not be read: ${reason}` : `Left out: ${reason}`;
}

/** Formats a cell for people; numbers keep their digits. */
export function shownCell(cell: QueryCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const time = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\.(\d{3})$/.exec(cell);
  if (!time) return cell;
  const [, day = '', clock = '', thousandths = ''] = time;
  if (clock === '00:00:00' && thousandths === '000') return day;
  return thousandths === '000' ? `${day} ${clock}` : `${day} ${clock}.${thousandths}`;
}
