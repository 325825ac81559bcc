import type { WireQueryHistory, WireQueryHistoryDetail, WireQueryHistoryEntry } from '@orrery/contract';
import type { HistoryFigures, HistoryFilter, HistoryPage, KeptEntry } from '../../../history/index.ts';
import { writeHistoryCursor } from './history-cursor.ts';

export function presentHistory(
  { entries, end }: HistoryPage,
  { deploymentId, after }: HistoryFilter,
  { dropped, since }: HistoryFigures,
): WireQueryHistory {
  const [first] = entries;
  const last = end ?? entries.at(-1);
  const cursorOf = (entry: { readonly startedAt: number; readonly id: number } | undefined) =>
    entry ? writeHistoryCursor(deploymentId, entry) : null;
  return {
    items: entries.map(presentEntry),
    pageInfo: {
      hasNextPage: end !== undefined,
      hasPreviousPage: after !== undefined,
      startCursor: cursorOf(first),
      endCursor: cursorOf(last),
    },
    dropped: { queries: dropped, since: new Date(since).toISOString() },
  };
}

export function presentHistoryDetail(entry: KeptEntry): WireQueryHistoryDetail {
  const engineQueryIds = entry.engineQueryIds.split(' ').filter((id) => id !== '');
  return { ...presentEntry(entry), statements: [...entry.statements], engineQueryIds };
}

/** Parses fields that were stored as JSON or as one of a list of words. */
function presentEntry(entry: KeptEntry): WireQueryHistoryEntry {
  return {
    id: entry.id,
    deploymentId: entry.deploymentId,
    branch: entry.branch,
    endpoint: entry.endpoint as WireQueryHistoryEntry['endpoint'],
    requestId: entry.requestId,
    startedAt: new Date(entry.startedAt).toISOString(),
    lastStartedAt: new Date(entry.lastStartedAt).toISOString(),
    answers: entry.answers,
    caller: { tenant: entry.tenant, claims: JSON.parse(entry.claims) as WireQueryHistoryEntry['caller']['claims'] },
    query: entry.query === null ? null : (JSON.parse(entry.query) as WireQueryHistoryEntry['query']),
    queryLength: entry.queryLength,
    dataSource: entry.dataSource,
    timingsMs: JSON.parse(entry.timings) as WireQueryHistoryEntry['timingsMs'],
    totalMs: entry.totalMsSum,
    cache: entry.cache as WireQueryHistoryEntry['cache'],
    rows: entry.rows,
    bytes: entry.bytes,
    status: entry.status,
    error: entry.errorCode,
  };
}
