import {
  type BoundQuery,
  type CompiledQuery,
  cubeOf,
  membersOf,
  membersOfFilter,
  type ModelIndex,
  type RequestContext,
} from '@orrery/semantic';
import { printQuery, StatementRefused } from '@orrery/sql';
import type { StatementToRun } from '../answer/index.ts';
import { planPrepared, renderPrepared } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';
import { conditionsAsked, membersAsked } from './members-asked.ts';
import type { PlacedStatement } from './place-statement.ts';

/** Where the parts of a statement run. */
export interface Placement {
  readonly queryType: PlacedStatement['queryType'];
  readonly blocks: readonly PlacedBlock[];
  /** The statement that all of it is, or the one above the results of its blocks. */
  readonly statement: StatementToRun;
}

interface PlacedBlock {
  readonly pieces: readonly string[];
  /** The question to the model, in words of the model. */
  readonly asks: readonly string[];
  /** The statement, run alone. */
  readonly statement: CompiledQuery;
}

/** @throws InvalidQuery, StatementInvalid */
export function describePlacement(placed: PlacedStatement, context: RequestContext, runtime: Runtime): Placement {
  const { statement } = placed.render(context);
  const blocks = placed.blocks.map((block): PlacedBlock => {
    const { bound, model } = block;
    const rendered = renderPrepared(planPrepared(block, context), block, runtime);
    return { pieces: piecesOf(bound), asks: asked(bound, model.index), statement: rendered };
  });
  return { queryType: placed.queryType, blocks, statement };
}

/** Lists the fields of the query itself; rules of policies and views are left out. */
function asked(query: BoundQuery, model: ModelIndex): readonly string[] {
  try {
    return printQuery(query, model).split('\n');
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
  }
  const names = (role: string) => query.outputs.filter((output) => output.role === role).flatMap(namesOf);
  const tested = conditionsAsked(query).flatMap(membersOfFilter);
  return [
    ...listed('measures', names('measure')),
    ...listed('dimensions', [...names('dimension'), ...names('bucket')]),
    ...listed('conditions on', tested),
    ...(query.isUngrouped ? ['ungrouped'] : []),
  ];
}

/** Lists the names of an output. An expression of a statement has a generated name, which users do not know. */
function namesOf({ name, expression }: BoundQuery['outputs'][number]): readonly string[] {
  return name.includes('.') ? [name] : membersOf(expression);
}

function listed(words: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${words}: ${[...new Set(names)].join(', ')}`];
}

function piecesOf(query: BoundQuery): readonly string[] {
  return [...new Set([...membersAsked(query).map(cubeOf), ...query.joinHints.flat()])];
}

const kinds: Readonly<Record<Placement['queryType'], string>> = {
  regular: 'one query of the model',
  post_processing: 'work above the results of queries of the model',
  pushdown: 'one statement of the data source, around queries of the model',
};

/** The queries of the model in a statement, and what is made of them. */
export function logicalPlan({ queryType, blocks }: Placement): string {
  const parts = blocks.map(({ pieces, asks }, index) =>
    [`block ${index + 1} of ${pieces.join(', ')}`, ...asks.map((line) => `  ${line}`)].join('\n'),
  );
  return [`${queryType}: ${blocks.length === 0 ? 'it reads no cube' : kinds[queryType]}`, ...parts].join('\n');
}

/** @param showsSql whether the caller may see the SQL of data sources */
export function physicalPlan({ statement }: Placement, showsSql: boolean): string {
  if (!showsSql) return 'The SQL of the data source is shown to callers whose token has the scope sql';
  const { blocks, ...above } = statement;
  if (!blocks) return planOf(statement);
  return [...blocks.map((block) => `${block.table}: ${planOf(block)}`), `above: ${planOf(above)}`].join('\n');
}

function planOf(statement: CompiledQuery): string {
  const params = statement.params.map((param, index) => `  ${index + 1}: ${JSON.stringify(param)}`);
  return [
    `data source: ${statement.dataSource}`,
    statement.text,
    ...(params.length === 0 ? [] : ['parameters:', ...params]),
  ].join('\n');
}
