import type { CallerRuntime } from '../runtime.ts';
import type { DataScope } from '@orrery/kernel';
import { type Placement, placementOf, type PlacedStatement } from '../statement/index.ts';
import type { ExplainShape, AnnouncedColumn } from './wire.ts';

/** How a statement ran. */
export interface RanOnce {
  readonly rows: number;
  readonly ms: number;
}

export function columnsOfExplain({ format }: ExplainShape): readonly AnnouncedColumn[] {
  return [{ name: 'QUERY PLAN', oid: format === 'json' ? 114 : 25, size: -1, modifier: -1 }];
}

/**
 * Rows of EXPLAIN. The cost is the number of statements that data sources run, since nothing is known of their own costs.
 *
 * @param showsSql whether the caller may see the SQL of data sources, and times, which hidden rows change
 */
export async function explainRows(
  placed: PlacedStatement,
  {
    runtime,
    principal,
    showsSql,
  }: { readonly runtime: CallerRuntime; readonly principal: DataScope; readonly showsSql: boolean },
  { format, isVerbose }: ExplainShape,
  ran?: RanOnce,
): Promise<readonly (readonly string[])[]> {
  const { placement, logical, physicalFor } = await placementOf(placed, principal, runtime);
  const statements = showsSql ? physicalFor(true) : undefined;
  const shownRan = ran && (showsSql ? ran : { rows: ran.rows, ms: undefined });
  if (format === 'json') {
    const plan = planNode(placed, placement, isVerbose, shownRan, statements);
    return [[JSON.stringify([plan], undefined, 2)]];
  }
  const [first = '', ...blocks] = logical.split('\n');
  const lines = [
    `${nodeType(placement)}  (cost=0.00..${costOf(placement).toFixed(2)})${shownRan ? ` (actual rows=${shownRan.rows})` : ''}`,
    ...(isVerbose ? [`  Output: ${placed.columns.map(({ name }) => name).join(', ')}`] : []),
    `  ${first}`,
    ...blocks.map((line) => `  ${line}`),
    ...physicalFor(showsSql)
      .split('\n')
      .map((line) => `  ${line}`),
    ...(shownRan?.ms === undefined ? [] : [`Execution Time: ${shownRan.ms.toFixed(3)} ms`]),
  ];
  return lines.map((line) => [line]);
}

function nodeType({ queryType, blocks }: Placement): string {
  if (blocks.length === 0) return 'Result';
  return { regular: 'Query of the model', pushdown: 'Data source', post_processing: 'Above results' }[queryType];
}

function costOf({ blocks, statement }: Placement): number {
  return statement.blocks?.length ?? Math.min(blocks.length, 1);
}

interface PlanNode {
  readonly Plan: Readonly<Record<string, unknown>>;
  readonly 'Execution Time'?: number;
}

function planNode(
  { columns }: PlacedStatement,
  placement: Placement,
  isVerbose: boolean,
  ran: { readonly rows: number; readonly ms: number | undefined } | undefined,
  statements: string | undefined,
): PlanNode {
  const plan = {
    'Node Type': nodeType(placement),
    'Startup Cost': 0,
    'Total Cost': costOf(placement),
    ...(isVerbose ? { Output: columns.map(({ name }) => name) } : {}),
    'Query Type': placement.queryType,
    Blocks: placement.blocks.map(({ pieces, asks }) => ({ Pieces: pieces, Asks: asks })),
    ...(statements === undefined ? {} : { Statements: statements }),
    ...(ran ? { 'Actual Rows': ran.rows } : {}),
  };
  return { Plan: plan, ...(ran?.ms === undefined ? {} : { 'Execution Time': ran.ms }) };
}
