import { presentationOf } from '@orrery/charts';
import { Chart, columnsOf, Kpis, type DisplaySettings, type TileData } from '@orrery/embed';
import { lazy, Suspense, useMemo } from 'react';
import { addressOf } from '../page/addresses.ts';
import { useIsDark } from '../shell/theme.ts';
import { locale } from '../words/spoken.ts';
import { tileWords as words } from '../words/tile-words.ts';

// The first rows do not wait for it, and it does not wait for them.
const tableBody = import('./table-body.tsx');
tableBody.catch(() => undefined); // told where it is shown
const TableBody = lazy(() => tableBody);

/** Few charts are made of HTML. */
const HtmlAnswer = lazy(async () => ({ default: (await import('./html-answer.tsx')).HtmlAnswer }));

const contentAddress = addressOf('/embed/sandbox');

/** The same object, so that nothing is drawn again. */
const noSettings = {};

interface ChartBodyProps extends Required<Pick<TileData, 'columns' | 'rows'>> {
  readonly shown: DisplaySettings;
  readonly asTable?: boolean;
}

/** Rows as their report shows them: numbers, a chart or a table. */
export function ChartBody({ shown, columns: given, rows, asTable = false }: ChartBodyProps) {
  const { title, kind, spec, columnFormats } = shown;
  const isDark = useIsDark();
  const columns = useMemo(() => columnsOf({ columnFormats }, given ?? []), [given, columnFormats]);
  const shownRows = rows ?? [];
  const presentation = useMemo(
    () => presentationOf({ kind: kind ?? undefined, spec, columns, rows: rows ?? [] }),
    [kind, spec, columns, rows],
  );
  if (shownRows.length === 0) return <p className="tile-notice">{words.noRows}</p>;
  if (asTable || presentation.kind === 'table') {
    return (
      <Suspense fallback={null}>
        <TableBody shown={shown} columns={columns} rows={shownRows} />
      </Suspense>
    );
  }
  if (presentation.kind === 'html') {
    return (
      <Suspense>
        <HtmlAnswer template={presentation.template} columns={columns} rows={shownRows} title={title} />
      </Suspense>
    );
  }
  if (presentation.kind === 'kpi') {
    const set = kind === 'kpi' ? { spec } : {};
    return <Kpis {...{ columns, title, isDark, locale, ...set }} rows={shownRows} contentAddress={contentAddress} />;
  }
  if (presentation.kind === 'map')
    return <Chart {...{ columns, title, isDark, locale }} rows={shownRows} map={spec ?? noSettings} />;
  const { type } = presentation;
  const own = type === undefined ? { spec } : {};
  return (
    <Chart columns={columns} rows={shownRows} title={title} isDark={isDark} locale={locale} kind={type} {...own} />
  );
}
