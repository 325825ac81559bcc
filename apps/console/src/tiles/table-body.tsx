import type { Column, Row } from '@orrery/charts';
import { ResultTable, type DisplaySettings, shownTable } from '@orrery/embed';
import { useMemo } from 'react';
import { locale } from '../words/spoken.ts';

interface TableBodyProps {
  readonly shown: DisplaySettings;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Rows in a table, as their report says. */
export default function TableBody({ shown, columns, rows }: TableBodyProps) {
  const table = useMemo(() => shownTable(shown, columns, rows), [shown.kind, shown.spec, columns, rows]);
  return <ResultTable {...table} title={shown.title} locale={locale} />;
}
