import type { WireReceipt, WireReceiptQuery } from '@orrery/contract';
import type { Usage } from '../../turn/index.ts';
import type { ReceiptRow } from '../store/index.ts';
import { type KeptQuery, readReceipt } from './kept-receipt.ts';

/** The parts of receipts that their reader may see. */
export interface ReceiptSight {
  /** SQL of data sources, and what the authors of policies wrote. */
  readonly mayReadModel: boolean;
  /** Whether the reader sees which rules decided about the rows: the user of the chat, and users who may read the model, do. */
  readonly seesPolicies: boolean;
  /** Whether the reader may know the members that a query asks. */
  maySee(query: KeptQuery, branch: string | null): boolean;
}

/** The sight of the user who sent the question, whatever the user's role. */
export const sightOfAsker: ReceiptSight = { mayReadModel: false, seesPolicies: true, maySee: () => true };

export function branchOf({ request }: Pick<ReceiptRow, 'request'>): string | null {
  return (JSON.parse(request) as { readonly branch: string | null }).branch; // as the request was accepted
}

/** @param uuid the only query to show; absent: all */
export function presentReceipt(row: ReceiptRow, sight: ReceiptSight, uuid?: string): WireReceipt {
  const { finalId = '', queries } = readReceipt(row);
  const branch = branchOf(row);
  const { model = 'analyst', usage } = JSON.parse(row.outcome ?? '{}') as RunUsage; // as the run wrote it
  return {
    finalId,
    messageId: row.message_id,
    question: row.input,
    answeredAt: new Date(row.ended_at ?? 0).toISOString(),
    branch,
    model,
    tokens: usage
      ? { input: usage.inputTokens, cachedInput: usage.cachedInputTokens, output: usage.outputTokens }
      : null,
    queries: queries
      .filter((query) => uuid === undefined || query.uuid === uuid)
      .map((query) => presentQuery(query, sight, sight.maySee(query, branch))),
  };
}

interface RunUsage {
  readonly model?: string;
  readonly usage?: Usage;
}

function presentQuery(
  query: KeptQuery,
  { mayReadModel, seesPolicies }: ReceiptSight,
  isSeen: boolean,
): WireReceiptQuery {
  const { uuid, origin, totalRows, shownRows } = query;
  return {
    uuid,
    isHidden: !isSeen,
    title: isSeen ? query.queryTitle : null,
    description: isSeen ? query.description : null,
    sqlQuery: isSeen ? query.sql : null,
    modelVersion: origin.modelVersion,
    timezone: origin.timezone,
    dates: isSeen ? presentPeriods(origin.periods, mayReadModel) : [],
    policies: isSeen && seesPolicies ? presentPolicies(query, mayReadModel) : null,
    masked: isSeen && seesPolicies ? origin.masked.map((one) => nameFor(one, mayReadModel)) : null,
    totalRows: isSeen ? totalRows : null,
    shownRows: isSeen ? shownRows : null,
    completeness: origin.isAtMaximum ? 'maximum' : shownRows < totalRows ? 'first' : 'all',
    lastRefreshTime: new Date(origin.refreshedAt).toISOString(),
    isCached: origin.cache === 'hit' || origin.cache === 'stale',
    engineMs: mayReadModel ? Math.round(origin.engineMs * 1_000) / 1_000 : null,
    dataSource: mayReadModel ? origin.dataSource : null,
    generatedSql: mayReadModel ? [...origin.statements] : null,
  };
}

/** Replaces names that the user of the chat may not know. */
const hiddenName = '(hidden)';

export function nameFor(
  { name, isHidden }: { readonly name: string; readonly isHidden: boolean },
  mayReadModel: boolean,
): string {
  return isHidden && !mayReadModel ? hiddenName : name;
}

function presentPolicies({ origin }: KeptQuery, mayReadModel: boolean): NonNullable<WireReceiptQuery['policies']> {
  return origin.restrictions.map(({ kind, of, groups, roles, rowFilters, text }) => ({
    kind,
    of: of.map((one) => nameFor(one, mayReadModel)),
    groups: [...groups],
    roles: [...roles],
    rowFilters: rowFilters.map((one) => nameFor(one, mayReadModel)),
    text: mayReadModel ? text : null,
  }));
}

/** Views may limit the times of fields that the user does not see. */
export function presentPeriods(
  periods: KeptQuery['origin']['periods'],
  mayReadModel: boolean,
): WireReceiptQuery['dates'] {
  return periods.flatMap(({ of: { name, isHidden }, from = null, to = null, isExact }) => {
    return isHidden && !mayReadModel ? [] : [{ member: name, from, to, isExact }];
  });
}
