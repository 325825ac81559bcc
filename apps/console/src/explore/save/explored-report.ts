import { type ChosenPalette, isAccountPalette, isChangedOwnChart, ownChartIn, templateIn } from '@orrery/charts';
import type { PlatformAnswer } from '@orrery/client';
import { parseExact } from '../../api/parse-exact.ts';
import { type UnknownRecord, recordOf } from '../../model/record.ts';
import { type ReportFields, questionOf, statementOf, type ReportQuestion } from '../../model/report-question.ts';
import { type ExploreSearch, readExploreSearch } from '../explore-search.ts';

export type Report = PlatformAnswer<'getReport'>;

/** The parts of an exploration that a report keeps. */
export type Explored = Pick<
  ExploreSearch,
  'q' | 'sql' | 'calculated' | 'pivot' | 'kind' | 'style' | 'html' | 'spec' | 'kpi' | 'map' | 'table' | 'tab'
>;

/** The fields of a report that are read. */
interface ReadReport {
  readonly explored: Explored;
  /** Whether its query cannot be read. */
  readonly isUnreadable: boolean;
}

/** The exploration that a report is. Its fields may be anything: other programs save reports too. */
export function exploredOf({ meta, ...fields }: ReportFields & Pick<Report, 'meta'>): ReadReport {
  const question = questionOf(fields);
  const statement = statementOf(question);
  const kept = recordOf(meta?.['explore']);
  const { kind, spec } = recordOf(meta?.['visualization']);
  const members = membersIn(question, kept);
  const { q, sql, ...shown } = readExploreSearch({
    ...members,
    ...(members.q === undefined && statement !== null ? { sql: statement } : {}),
    pivot: kept['pivot'],
    ...chartIn({ kind, spec }, kept),
    table: withFormats(kept['table'], recordOf(meta?.['preferences'])['columnFormats']),
    tab: kind === 'table' ? 'table' : undefined,
  });
  return {
    explored: { ...(q ? { q } : {}), ...(sql === undefined ? {} : { sql }), ...shown },
    isUnreadable: question?.kind === 'json' && !q && sql === undefined,
  };
}

/** How the chart of a report is shown. A spec that is no chart of ours, or not any more, is one that somebody wrote. */
function chartIn({ kind, spec }: UnknownRecord, kept: UnknownRecord): UnknownRecord {
  const { html, kpi, map, style } = kept;
  const others = { html, kpi, map, style };
  if (kind === 'html') return { ...others, kind, html: templateIn(spec) };
  if (kind === 'kpi') return { ...others, kind, kpi: spec };
  if (kind === 'map') return { ...others, kind, map: spec };
  if (kind !== 'vega' || spec === undefined) return { ...others, kind: kept['kind'], spec: kept['spec'] };
  const isChosen = kept['kind'] !== undefined || style !== undefined;
  const own = isChosen ? undefined : ownChartIn(spec);
  if (own) return { ...others, kind: own.type, style: own.style };
  const isCustom = !isChosen || kept['kind'] === 'custom' || isChangedOwnChart(spec);
  return isCustom ? { ...others, kind: 'custom', spec: textOfSpec(spec) } : { ...others, kind: kept['kind'] };
}

const textOfSpec = (spec: unknown): unknown =>
  typeof spec === 'object' && spec !== null ? JSON.stringify(spec, null, 2) : spec;

/** A statement is shown as the query and the calculated fields that it was made of, unless it was changed since. */
function membersIn(question: ReportQuestion | undefined, kept: UnknownRecord) {
  const { q, calculated, statement } = kept;
  if (question?.kind === 'json') return { q: parsed(question.text), calculated };
  return typeof statement === 'string' && statement === statementOf(question) ? { q, calculated } : { q: undefined };
}

/** The style of a table, with formats that other programs have set. */
function withFormats(table: unknown, columnFormats: unknown): unknown {
  const { columns, ...others } = recordOf(table);
  const formats = Object.entries(recordOf(columnFormats)).map(
    ([name, format]) => [name, { ...recordOf(recordOf(columns)[name]), format }] as const,
  );
  return { ...others, columns: { ...recordOf(columns), ...Object.fromEntries(formats) } };
}

/** A report as it is saved, with what it explores. */
export interface SavedExploration {
  readonly report: Report;
  readonly explored: Explored;
}

export function isChanged(saved: SavedExploration, explored: Explored): boolean {
  return savedTextOf(explored) !== savedTextOf(saved.explored);
}

/** The kept parts of an exploration, to be compared. */
export function savedTextOf(explored: Explored): string {
  return [askedTextOf(explored), JSON.stringify(explored.pivot ?? []), shownTextOf(explored)].join(' ');
}

/** The parts of a query that are compared. */
export function askedTextOf({ q, sql, calculated }: Explored): string {
  return JSON.stringify(sql === undefined ? [q ?? {}, calculated] : sql);
}

/** The parts of a presentation that are compared. */
export function shownTextOf({ kind, style, html, spec, kpi, map, table, tab }: Explored): string {
  const own = kind === 'custom' ? (spec ?? null) : null;
  const parts = [kind, withoutColors(style), html, kpi, withoutColors(map), table];
  return JSON.stringify([...parts.map((each) => each ?? null), own, tab === 'table']);
}

/** A palette of the account is the same one, whichever colours it has. */
function withoutColors(settings: { readonly palette?: ChosenPalette } | undefined) {
  const palette = settings?.palette;
  return isAccountPalette(palette) ? { ...settings, palette: { id: palette.id } } : settings;
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
