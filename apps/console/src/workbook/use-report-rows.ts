import type { Meta } from '@orrery/client/data';
import { TileRows } from '@orrery/embed';
import { useEffect, useMemo, useRef } from 'react';
import type { DataIdentity } from '../api/data.ts';
import type { ReportFields } from '../model/report-question.ts';
import { useTileRows } from '../tiles/use-tile-rows.ts';
import { requestOf, readReports } from './read-reports.ts';
import type { Report } from './report.ts';

type Loaded = Pick<Report, 'id'> & ReportFields;

/** Loads the rows of reports by their ids. A report with a changed query is loaded again. */
export function useReportRows(asker: DataIdentity, meta: Meta | undefined, reports: readonly Loaded[]) {
  const cubes = useRef<Meta['cubes']>([]);
  const rows = useMemo(() => new TileRows(readReports(asker, () => cubes.current)), [asker]);
  useTileRows(rows);
  const wanted = JSON.stringify(reports.map((report) => [report.id, requestOf(report)]));
  useEffect(() => {
    if (!meta) return;
    cubes.current = meta.cubes;
    void rows.load(new Map(JSON.parse(wanted) as readonly [number, string][])); // of the line above
  }, [wanted, meta, rows]);
  return { stateOf: (id: number) => rows.state(id), again: (id: number) => void rows.again([id]) };
}
