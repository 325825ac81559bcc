import { Body, bodyOfReport, columnsOf, type DisplaySettings, type TileData } from '@orrery/embed';
import { lazy, Suspense, useMemo } from 'react';
import { addressOf } from '../page/addresses.ts';
import { useIsDark } from '../shell/theme.ts';
import { locale } from '../words/spoken.ts';
import { tileWords as words } from '../words/tile-words.ts';

// The first rows do not wait for it, and it does not wait for them.
const tableBody = import('./table-body.tsx');
tableBody.catch(() => undefined); // told where it is shown
const TableBody = lazy(() => tableBody);

const contentAddress = addressOf('/embed/sandbox');

interface ChartBodyProps {
  readonly shown: DisplaySettings;
  readonly columns: NonNullable<TileData['columns']>;
  readonly rows: NonNullable<TileData['rows']>;
  readonly asTable?: boolean;
}

/** Rows as their report shows them: numbers, a chart or a table. */
export function ChartBody({ shown, columns: given, rows, asTable = false }: ChartBodyProps) {
  const { title, kind, spec, columnFormats } = shown;
  const isDark = useIsDark();
  const columns = useMemo(() => columnsOf({ columnFormats }, given), [given, columnFormats]);
  const body = useMemo(() => bodyOfReport({ kind, spec }, columns, rows), [kind, spec, columns, rows]);
  if (rows.length === 0) return <p className="tile-notice">{words.noRows}</p>;
  if (asTable || body.kind === 'table') {
    return (
      <Suspense fallback={null}>
        <TableBody shown={shown} columns={columns} rows={rows} />
      </Suspense>
    );
  }
  return <Body {...{ body, columns, rows, title, isDark, locale, contentAddress }} />;
}
