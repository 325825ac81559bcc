import {
  chartSpec,
  chartTypes,
  type Column,
  formattedColumns,
  type FormatOverride,
  pickColumns,
  presentationOf,
  type Row,
  type TableStyle,
  withOwnChart,
} from '@orrery/charts';
import type { PlatformInput } from '@orrery/client';
import { recordOf } from '../../model/record.ts';
import { questionFields, type ReportQuestion } from '../../model/report-question.ts';
import { askedTextOf, type Explored, type SavedExploration, shownTextOf } from './explored-report.ts';

type ReportBody = NonNullable<PlatformInput<'createReport'>['body']>;

interface AnsweredTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/**
 * The saved report: the query, and how it is shown, as dashboards and mails read it. A chart that was chosen is saved as the
 * spec that draws it; one that was not is chosen again for each answer.
 *
 * @param statement the statement that a query with calculated fields is saved as, next to what it was made of
 */
export function bodyOf(explored: Explored, answered: AnsweredTable | undefined, statement?: string): ReportBody {
  const { q, sql, calculated, pivot, kind, style, html, spec, kpi, map, table, tab } = explored;
  const columnFormats = formatsOf(table);
  const visualization = visualizationOf(explored, answered);
  const written = sql ?? statement;
  const question: ReportQuestion =
    written === undefined ? { kind: 'json', text: JSON.stringify(q ?? {}) } : { kind: 'statement', text: written };
  return {
    source: 'PLAYGROUND',
    ...questionFields(question),
    meta: {
      ...(visualization ? { visualization } : {}),
      ...(columnFormats ? { preferences: { columnFormats } } : {}),
      explore: {
        ...(statement === undefined ? {} : { q, statement }),
        ...(calculated ? { calculated } : {}),
        ...(pivot ? { pivot } : {}),
        ...(kind ? { kind } : {}),
        ...(style ? { style } : {}),
        ...(table ? { table } : {}),
        // The table is shown; what is set for the chart beside it stays.
        ...(tab === 'table' ? { html, spec, kpi, map } : {}),
      },
    },
  };
}

function visualizationOf(
  { kind, style, html, spec, kpi, map, table, tab }: Explored,
  answered: AnsweredTable | undefined,
) {
  if (tab === 'table') return { kind: 'table', ...(table ? { spec: { ...table } } : {}) };
  if (kind === 'kpi') return { kind, ...(kpi ? { spec: { ...kpi } } : {}) };
  if (kind === 'map') return { kind, ...(map ? { spec: { ...map } } : {}) };
  if (kind === 'html') return { kind, ...(html === undefined ? {} : { spec: { template: html } }) };
  if (kind === 'custom') return spec === undefined ? undefined : { kind: 'vega', spec };
  const columns = answered && formattedColumns(answered.columns, table);
  const made = answered && columns && specOf({ kind, style }, { ...answered, columns });
  return made && { kind: 'vega', spec: made };
}

/** Formats of columns, where other programs keep them. */
function formatsOf(table: TableStyle | undefined): Readonly<Record<string, FormatOverride>> | undefined {
  const formats = Object.entries(table?.columns ?? {}).flatMap(([name, { format }]) =>
    format ? [[name, format]] : [],
  );
  return formats.length === 0 ? undefined : (Object.fromEntries(formats) as Readonly<Record<string, FormatOverride>>); // pairs of both
}

/** The spec of a chart that was chosen or styled; it also says which chart of ours it is. */
function specOf({ kind, style }: Pick<Explored, 'kind' | 'style'>, { columns, rows }: AnsweredTable) {
  const chosen = chartTypes.find((each) => each === kind);
  const fitting = chosen === undefined && style ? presentationOf({ columns, rows, style }) : undefined;
  const type = chosen ?? (fitting?.kind === 'chart' ? fitting.type : undefined);
  const picked = pickColumns(columns, rows, style);
  const spec = type && chartSpec(type, picked.columns, { rows: picked.rows, style });
  return type && spec && withOwnChart(spec, { type, style: style ?? {} });
}

/**
 * Makes the report that replaces another one when it is saved in place. Properties that other programs keep with it
 * stay. Its presentation stays, too, unless the user changed it here: the chart itself, or the rows of a chart that the
 * user chose.
 */
export function changesOf(
  saved: SavedExploration,
  explored: Explored,
  answered: AnsweredTable | undefined,
  statement?: string,
): ReportBody {
  const { meta, ...body } = bodyOf(explored, answered, statement);
  const { visualization: before, preferences, ...others } = recordOf(saved.report.meta);
  const { columnFormats: _, ...kept } = recordOf(preferences);
  const next = { ...kept, ...recordOf(meta?.['preferences']) };
  const isSame = shownTextOf(explored) === shownTextOf(saved.explored);
  const isOwn = isChosen(explored) && askedTextOf(explored) !== askedTextOf(saved.explored);
  const visualization = isSame && !isOwn ? before : meta?.['visualization'];
  return {
    ...body,
    meta: {
      ...others,
      ...(visualization === undefined ? {} : { visualization }),
      ...(Object.keys(next).length === 0 ? {} : { preferences: next }),
      explore: meta?.['explore'],
    },
  };
}

/** Whether a chart was chosen that cannot be saved yet: its spec is made of the rows that it draws. */
export function waitsForRows(explored: Explored, answered: AnsweredTable | undefined): boolean {
  return explored.tab !== 'table' && answered === undefined && isChosen(explored);
}

/** Whether a chart of ours was chosen or styled. */
function isChosen({ kind, style }: Explored): boolean {
  return kind === undefined ? style !== undefined : chartTypes.some((type) => type === kind);
}
