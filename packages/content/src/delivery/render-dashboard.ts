import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import type { Dashboard, StoredSnapshot } from '../workbook/index.ts';
import { asksSource, queryOf, type QueryRunner } from '../query/index.ts';
import { DataSourceFailure } from '@orrery/runtime';
import { Invalid, type SecurityContext } from '@orrery/kernel';
import type { RenderedDashboard, RenderedPart } from './rendered-dashboard.ts';

/** Bound on rows of one report: larger tables belong in the dashboard, not in a mail. */
const mostRows = 10_000;

const noQuery = 'it has no query';
const sourceAsked = 'it asks a data source directly, and its rows are only shown to developers, in the dashboard';

export interface RenderInput {
  readonly dashboard: Pick<Dashboard, 'title' | 'description' | 'config' | 'deploymentId' | 'snapshots'>;
  readonly claims: SecurityContext;
  readonly filters: readonly DashboardFilter[];
  readonly timeGrains: readonly DashboardTimeGrain[];
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Queries every report of a published dashboard as one caller, one after the other.
 *
 * @throws Unauthorized for a user who is no longer active; NotFound, Unavailable; the reason of the signal
 */
export async function renderDashboard(
  queries: Pick<QueryRunner, 'run'>,
  { dashboard, ...input }: RenderInput,
): Promise<RenderedDashboard> {
  const parts: RenderedPart[] = [];
  for (const snapshot of dashboard.snapshots) {
    input.signal.throwIfAborted();
    parts.push(await renderReport(queries, dashboard.deploymentId, snapshot, input));
  }
  const { title, description } = dashboard;
  return { title, description, parts, hasControls: hasControls(dashboard) };
}

async function renderReport(
  queries: Pick<QueryRunner, 'run'>,
  deploymentId: number,
  { title: given, name, question }: StoredSnapshot,
  run: Omit<RenderInput, 'dashboard'>,
): Promise<RenderedPart> {
  const title = given ?? name;
  if (asksSource(question)) return { kind: 'left-out', title, reason: sourceAsked };
  const query = queryOf(question);
  if (!query) return { kind: 'left-out', title, reason: noQuery };
  try {
    const outcome = await queries.run({ ...run, deploymentId, query, mostRows });
    if (outcome.kind === 'rows') return { kind: 'table', title, table: outcome.table };
    return { kind: 'left-out', title, reason: outcome.problems[0]?.message ?? 'it cannot be queried' };
  } catch (error) {
    if (run.signal.aborted) throw error;
    if (error instanceof DataSourceFailure) return { kind: 'failed', title, reason: error.message };
    // The rows exceed the bound of an answer.
    if (error instanceof Invalid) return { kind: 'left-out', title, reason: error.message };
    throw error;
  }
}

function hasControls({ config }: Pick<Dashboard, 'config'>): boolean {
  return JSON.stringify(config.widgets ?? []).match(/"type":"(?:FILTER|TIME_GRAIN)"/) !== null;
}
