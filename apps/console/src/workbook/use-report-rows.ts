import type { Meta, Query } from '@orrery/client/data';
import { readingOf, statementColumns, statementRows, tableOfResult, withReading } from '@orrery/embed';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Asker } from '../api/data.ts';
import { messageOf } from '../api/message-of.ts';
import { parseExact } from '../api/parse-exact.ts';
import { sessionState } from '../api/session.ts';
import { NewestRequests } from '../tiles/newest-requests.ts';
import { compares } from '../model/comparison.ts';
import type { TileData } from '../tiles/tile-data.ts';
import { workbookWords as words } from '../words/workbook-words.ts';
import { cutRows, mostRows } from './cut-rows.ts';
import type { Report } from './report.ts';

/** Queries of one request. */
const mostTogether = 100;

type Asked = Pick<Report, 'id' | 'jsonQuery' | 'sqlQuery' | 'sourceQuery'>;

const keyOf = ({ jsonQuery, sqlQuery, sourceQuery }: Asked): string =>
  JSON.stringify([jsonQuery, sqlQuery, sourceQuery]);

/**
 * Loads the rows of reports by their ids, as the user may see them, and lists the ids of those with newer rows on their
 * way. Queries are sent together, over one connection; a report with a changed query is requested again.
 */
export function useReportRows({ deploymentId, data }: Asker, meta: Meta | undefined, reports: readonly Asked[]) {
  const [rows, setRows] = useState<ReadonlyMap<number, TileData>>(new Map());
  const known = useRef(new Map<number, string>());
  const controllers = useRef(new Set<AbortController>());
  const [requests] = useState(() => new NewestRequests<number>());
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const ask = useCallback(
    async (wanted: readonly Asked[], cubes: Meta['cubes'], cache?: 'must-revalidate') => {
      const controller = new AbortController();
      controllers.current.add(controller);
      const { signal } = controller;
      const options = { signal, ...(cache ? { cache } : {}) };
      const left = new Set<number>();
      const compared = new Set<number>();
      const others: Promise<unknown>[] = [];
      const isCurrent = requests.begin(wanted.map(({ id }) => id));
      setWaiting((before) => new Set([...before, ...wanted.map(({ id }) => id)]));
      const take = (id: number, one: TileData) => {
        if (!isCurrent(id)) return;
        setRows((before) => new Map(before).set(id, one));
        setWaiting((before) => new Set([...before].filter((each) => each !== id)));
      };
      const fail = (id: number, error: unknown) => {
        if (signal.aborted) return;
        sessionState.notice(error);
        take(id, { error: messageOf(error) });
      };
      const queries = wanted.flatMap(({ id, jsonQuery }) => {
        const query = jsonQuery === null ? undefined : queryIn(jsonQuery);
        if (!query) return [];
        if (compares(query)) {
          compared.add(id);
          const answer = import('../api/compared-answer.ts').then(({ comparedAnswer }) =>
            comparedAnswer({ data }, query, cubes, options),
          );
          others.push(
            answer.then(
              ({ isCut: isTruncated, ...table }) => take(id, { ...table, isTruncated }),
              (error: unknown) => fail(id, error),
            ),
          );
          return [];
        }
        left.add(id);
        return [{ id: String(id), query: { ...query, responseFormat: 'compact' as const } }];
      });
      for (const { id, jsonQuery, sqlQuery, sourceQuery } of wanted) {
        if (left.has(id) || compared.has(id)) continue;
        if (sourceQuery) {
          const { dataSource, sql } = sourceQuery;
          const reading = import('./source-rows.ts').then(({ sourceRows }) =>
            sourceRows(deploymentId, { dataSource, sql }, signal),
          );
          others.push(
            reading.then(
              (found) => take(id, found),
              (error: unknown) => fail(id, error),
            ),
          );
        } else if (jsonQuery !== null || sqlQuery === null) take(id, { error: words.noQuery });
        else {
          const answer = data.cubeSql(sqlQuery, { ...options, maxRows: mostRows + 1 });
          others.push(
            answer.then(
              (result) => {
                const columns = withReading(statementColumns(result), readingOf(result));
                take(id, { columns, ...cutRows(statementRows(result)) });
              },
              (error: unknown) => fail(id, error),
            ),
          );
        }
      }
      const byId = new Map(queries.map((each) => [each.id, each.query]));
      try {
        for (let from = 0; from < queries.length; from += mostTogether) {
          for await (const answer of data.loadEach(queries.slice(from, from + mostTogether), options)) {
            const id = Number(answer.id);
            if ('progress' in answer) continue;
            left.delete(id);
            if ('error' in answer) fail(id, answer.error);
            else {
              const { lastRefreshTime, query } = answer.result;
              const { columns: read, rows } = tableOfResult(answer.result, cubes, byId.get(answer.id)?.dimensions);
              const asOf = readingOf({ lastRefreshTime, timezone: query.timezone });
              const table = { columns: withReading(read, asOf), rows };
              take(id, { ...table, lastRefreshTime, isTruncated: table.rows.length >= query.rowLimit });
            }
          }
        }
      } catch (error) {
        for (const id of left) fail(id, error);
      }
      await Promise.all(others);
      controllers.current.delete(controller);
    },
    [data, deploymentId, requests],
  );
  const wanted = JSON.stringify(
    reports.map(({ id, jsonQuery, sqlQuery, sourceQuery }) => ({ id, jsonQuery, sqlQuery, sourceQuery })),
  );
  useEffect(() => {
    if (!meta) return;
    const asked = JSON.parse(wanted) as readonly Asked[]; // of the line above
    const changed = asked.filter((report) => known.current.get(report.id) !== keyOf(report));
    for (const report of changed) known.current.set(report.id, keyOf(report));
    if (changed.length > 0) void ask(changed, meta.cubes);
  }, [wanted, meta, ask]);
  useEffect(
    () => () => {
      for (const each of controllers.current) each.abort();
      known.current.clear();
    },
    [],
  );
  return { rows, waiting, again: (report: Asked) => void ask([report], meta?.cubes ?? [], 'must-revalidate') };
}

function queryIn(text: string): Query | undefined {
  try {
    const query = parseExact(text) as Query;
    return typeof query === 'object' && query !== null && Object.keys(query).length > 0 ? query : undefined;
  } catch {
    return undefined;
  }
}
