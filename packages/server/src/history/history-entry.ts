import type { WireFilter, WireQuery } from '@orrery/contract';
import type { QueryEvent, QueryTimings } from '@orrery/runtime';
import type { DataScope } from '@orrery/kernel';

/** Recorded data of one query, or of several equal ones answered from the cache. */
export interface HistoryEntry {
  readonly deploymentId: number;
  readonly branch: string | null;
  readonly endpoint: string;
  /** Epoch milliseconds, of the first and of the last of them. */
  readonly startedAt: number;
  readonly lastStartedAt: number;
  /** Number of queries in this entry. */
  readonly answers: number;
  /** Request id of the slowest of them; the timings are its own too. */
  readonly requestId: string;
  /** Milliseconds by stage, as JSON. */
  readonly timings: string;
  readonly totalMs: number;
  /** Sum over all of them. */
  readonly totalMsSum: number;
  /** Equal for equal callers. */
  readonly tenant: string;
  /** Claims of the caller that are kept, as JSON. */
  readonly claims: string;
  /** JSON of the query; `null` when the event has no query or the query is too long to keep. */
  readonly query: string | null;
  /** The length of that JSON. */
  readonly queryLength: number;
  /** Every member the query names, separated by blanks. */
  readonly members: string;
  /** SQL texts, without the values of parameters. */
  readonly statements: readonly string[];
  /** The names that data sources gave the statements that ran, separated by blanks; empty where there are none. */
  readonly engineQueryIds: string;
  readonly dataSource: string | null;
  readonly cache: string;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly status: number;
  readonly errorCode: string | null;
}

/** Longer queries name thousands of values; their members and SQL describe them. */
const longestQuery = 16_000;

/** A request of more queries has their statements, and the names of the first ones. */
const mostEngineQueries = 50;

/** Recorded data of the caller. */
export interface CallerFacts {
  readonly tenant: string;
  readonly claims: string;
}

/** @param queryText JSON of the event's query, empty when it has none */
export function entryOf(event: QueryEvent, caller: CallerFacts, queryText: string): HistoryEntry {
  const { timingsMs, startedAt } = event;
  return {
    deploymentId: event.deploymentId,
    branch: event.branch,
    endpoint: event.endpoint,
    startedAt,
    lastStartedAt: startedAt,
    answers: 1,
    requestId: event.requestId,
    timings: timingsText(timingsMs),
    totalMs: timingsMs.total,
    totalMsSum: timingsMs.total,
    ...caller,
    query: queryText !== '' && queryText.length <= longestQuery ? queryText : null,
    queryLength: queryText.length,
    members: membersOf(event.query),
    statements: event.statements,
    engineQueryIds: (event.engineQueryIds ?? []).slice(0, mostEngineQueries).join(' '),
    dataSource: event.dataSource ?? null,
    cache: event.cache,
    rows: event.rows ?? null,
    bytes: event.bytes ?? null,
    status: event.status,
    errorCode: event.errorCode ?? null,
  };
}

/** Claims of a caller that are kept: texts, numbers and booleans, and lists of them. */
export function keptClaims({ securityContext }: DataScope, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = Object.hasOwn(securityContext, name) ? securityContext[name] : undefined;
    const isPlain = (one: unknown) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
    const isKept = Array.isArray(value) ? value.length <= mostItems && value.every(isPlain) : isPlain(value);
    const isShort = JSON.stringify(value ?? null).length <= longestClaim;
    return isKept && isShort ? [[name, value] as const] : [];
  });
  return JSON.stringify(Object.fromEntries(kept));
}

const mostItems = 100;
const longestClaim = 1_000;

/** The timings as JSON, to the microsecond. */
export function timingsText(timings: QueryTimings): string {
  return JSON.stringify(timings, shortened);
}

function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

/** The query or statement as its caller wrote it. */
export function writtenIn(asked: NonNullable<QueryEvent['query']>): unknown {
  return 'sql' in asked ? { sql: asked.sql } : asked;
}

function membersOf(asked: QueryEvent['query']): string {
  const isStatement = asked !== undefined && 'sql' in asked;
  const members = new Set<string>(isStatement ? asked.members : []);
  for (const query of asked === undefined || isStatement ? [] : [asked].flat()) {
    for (const name of namedBy(query)) members.add(name);
    for (const filter of query.filters ?? []) collectMembers(filter, members);
  }
  return members.size === 0 ? '' : ` ${[...members].join(' ')} `;
}

function namedBy(query: WireQuery): readonly string[] {
  return [
    ...(query.measures ?? []),
    ...(query.dimensions ?? []).map(withoutGranularity),
    ...(query.segments ?? []),
    ...(query.timeDimensions ?? []).map(({ dimension }) => dimension),
  ];
}

/** `orders.created_at.day` names `orders.created_at`. */
function withoutGranularity(name: string): string {
  return name.split('.', 2).join('.');
}

function collectMembers(filter: WireFilter, members: Set<string>): void {
  if ('or' in filter) for (const inner of filter.or) collectMembers(inner, members);
  else if ('and' in filter) for (const inner of filter.and) collectMembers(inner, members);
  else {
    members.add('member' in filter ? filter.member : filter.dimension);
    if ('per' in filter && filter.per !== undefined) members.add(filter.per);
  }
}
