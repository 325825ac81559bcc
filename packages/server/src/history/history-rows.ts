import type { Insertable, Selectable } from 'kysely';
import type { HistoryEntry } from './history-entry.ts';
import type { KeptEntry } from './history-keeper.ts';
import type { QueryHistoryTable } from './history-tables.ts';

export function toRow(entry: HistoryEntry, textHashes: readonly string[]): Insertable<QueryHistoryTable> {
  return {
    deployment_id: entry.deploymentId,
    branch: entry.branch,
    endpoint: entry.endpoint,
    started_at: entry.startedAt,
    last_started_at: entry.lastStartedAt,
    answers: entry.answers,
    request_id: entry.requestId,
    timings: entry.timings,
    total_ms: entry.totalMs,
    total_ms_sum: entry.totalMsSum,
    tenant: entry.tenant,
    claims: entry.claims,
    query: entry.query,
    query_length: entry.queryLength,
    members: entry.members,
    statements: textHashes.join(' '),
    engine_query_ids: entry.engineQueryIds,
    data_source: entry.dataSource,
    cache: entry.cache,
    row_count: entry.rows,
    byte_count: entry.bytes,
    status: entry.status,
    error_code: entry.errorCode,
  };
}

export function toEntry(row: Selectable<QueryHistoryTable>, statements: readonly string[]): KeptEntry {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    branch: row.branch,
    endpoint: row.endpoint,
    startedAt: row.started_at,
    lastStartedAt: row.last_started_at,
    answers: row.answers,
    requestId: row.request_id,
    timings: row.timings,
    totalMs: row.total_ms,
    totalMsSum: row.total_ms_sum,
    tenant: row.tenant,
    claims: row.claims,
    query: row.query,
    queryLength: row.query_length,
    members: row.members,
    statements,
    engineQueryIds: row.engine_query_ids,
    dataSource: row.data_source,
    cache: row.cache,
    rows: row.row_count,
    bytes: row.byte_count,
    status: row.status,
    errorCode: row.error_code,
  };
}
