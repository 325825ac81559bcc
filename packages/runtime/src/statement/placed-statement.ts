import type { DataScope } from '@orrery/kernel';
import { cubesOfVisibleNumbers, type ModelIndex } from '@orrery/semantic';
import type { Select } from '@orrery/sql';
import { contextOf, knowTypes, tenantOf } from '../query/index.ts';
import type { StatementAdditions } from './additions.ts';
import type { Statements } from './statements.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { Placement } from './describe-placement.ts';
import type { explainStatement as explain } from './explain-statement.ts';
import type { PlacedParameters, PlacedStatement, PrintedQuery, TemporaryRead } from './place-statement.ts';
import type { PlacedConnection } from './session.ts';
import { readSelect, zoneNamed } from './read-statement.ts';
import { StatementInvalid } from './refuse-statement.ts';
import { type StatementRowsColumn, typedColumns } from './rows-of.ts';

/** Options of a statement that change its rows. */
export interface StatementShape {
  /** IANA name; absent: the zone of the project. */
  readonly timezone?: string;
  /** Absent: all rows. */
  readonly mostRows?: number;
  /** Whether the rows without that bound are counted, as `totalRows`. */
  readonly countsTotal?: boolean;
  readonly additions?: StatementAdditions;
}

type PlacedOptions = StatementShape & {
  readonly principal: DataScope;
  readonly text: string;
  readonly now: number;
  /** See `placeStatement`. */
  readonly user?: string | undefined;
  readonly parameters?: PlacedParameters | undefined;
  readonly connection?: PlacedConnection | undefined;
  readonly temporary?: TemporaryRead | undefined;
  /** Fires when the caller leaves. */
  readonly signal?: AbortSignal | undefined;
};

/** Places a statement over a model that knows the times and numbers that it reads. @throws as `ask` */
export async function placedStatement(
  select: Select | PrintedQuery,
  runtime: CallerRuntime,
  {
    text,
    now,
    principal,
    timezone,
    mostRows,
    countsTotal,
    additions,
    user,
    parameters,
    connection,
    temporary,
    signal,
  }: PlacedOptions,
): Promise<PlacedStatement> {
  const zone = timezone === undefined ? runtime.query.defaultZone : zoneNamed(timezone);
  const { placeStatement } = await import('./place-statement.ts');
  const shape = { mostRows, countsTotal, additions, user, parameters, connection, temporary };
  const placing = { text, zone, now, context: contextOf(principal), runtime, ...shape };
  const asker = { tenant: tenantOf(principal), insists: true, signal };
  const prepare = (state: Parameters<typeof placeStatement>[2]) => placeStatement(select, placing, state);
  // The catalogs give columns the types that statements give them, so they wait for the data sources, too.
  const cubesIn = ({ readsColumnTypes }: PlacedStatement, model: ModelIndex) =>
    readsColumnTypes ? cubesOfVisibleNumbers(model, runtime.access) : [];
  const placed = await knowTypes(runtime, asker, prepare, ({ blocks }) => blocks, cubesIn);
  return { ...placed, model: runtime.times.of(runtime.model) };
}

/**
 * The columns that the rows of a statement would have; it is not run.
 *
 * @param written its text, or a query with the text that it was printed as @throws as `ask` for one that is wrong
 */
export async function columnsOfStatement(
  runtime: CallerRuntime,
  written: string | PrintedQuery,
  {
    pieces,
    ...options
  }: Pick<PlacedOptions, 'principal' | 'now' | 'signal'> & { readonly pieces?: ReadonlySet<string> | undefined },
  { statements }: { readonly statements: Statements },
): Promise<readonly StatementRowsColumn[]> {
  const { text, now } = typeof written === 'string' ? { text: written, now: options.now } : written;
  const select =
    typeof written === 'string' ? await readSelect(text, statements.of(runtime, options.principal)) : written;
  const placed = await placedStatement(select, runtime, { ...options, text, now });
  if (pieces) requireAmong(pieces, placed);
  return typedColumns(placed);
}

/** @throws StatementInvalid for a statement that asks another cube or view */
export function requireAmong(pieces: ReadonlySet<string>, { pieces: asked }: PlacedStatement): void {
  const [other] = asked.filter((name) => !pieces.has(name));
  if (other === undefined) return;
  throw new StatementInvalid('User Error', 'sql.out-of-session', `The session may not ask '${other}'`);
}

interface PlacementTexts {
  readonly placement: Placement;
  /** Queries of the model, in lines. */
  readonly logical: string;
  /** SQL of the data source with its parameters, in lines. */
  physicalFor(showsSql: boolean): string;
}

/** Where the parts of a statement run, and what that says to people. Loads what describes it with the first one. */
export async function placementOf(
  placed: PlacedStatement,
  principal: DataScope,
  runtime: CallerRuntime,
): Promise<PlacementTexts> {
  const { describePlacement, logicalPlan, physicalPlan } = await import('./describe-placement.ts');
  const placement = describePlacement(placed, contextOf(principal), runtime);
  const physicalFor = (showsSql: boolean) => physicalPlan(placement, showsSql);
  return { placement, logical: logicalPlan(placement), physicalFor };
}

/** Loads what explains statements with the first one. See `explain-statement.ts`. */
export async function explainStatement(...given: Parameters<typeof explain>): ReturnType<typeof explain> {
  const { explainStatement: own } = await import('./explain-statement.ts');
  return own(...given);
}
