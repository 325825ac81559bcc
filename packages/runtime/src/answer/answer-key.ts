import { hash } from 'node:crypto';
import {
  type Access,
  type BoundQuery,
  type ContextPath,
  type CubeName,
  cubeOf,
  isDay,
  isTimeText,
  membersOf,
  membersOfFilter,
  type ModelIndex,
  operandsIn,
  type Piece,
  piecesNamedIn,
  type QueryPlan,
  type RequestContext,
  requirePiece,
  shownAs,
  timesOf,
  valueAtPath,
} from '@orrery/semantic';
import type { RowConstant, RowEncoding, RowFormat, RowKey } from '@orrery/engines';
import type { ModelSnapshot, Runtime } from '../runtime.ts';
import type { PreparedBlock, RequestMemory } from '../query/index.ts';
import type { StatementToRun } from './statement-to-run.ts';

/** Request options, other than the query, that change an answer. */
interface AnswerShape {
  readonly format: RowFormat;
  /** Whether the rows without limit and offset are counted too. */
  readonly countsTotal: boolean;
  /** An additional last key of each row. */
  readonly lastKey?: RowKey | RowConstant;
}

/** A statement of SQL whose parts over the model are queries. */
export interface StatementToAnswer {
  readonly model: ModelSnapshot;
  readonly blocks: readonly PreparedBlock[];
  /** Everything else that its rows depend on: its text, and what it reads of its session. */
  readonly identity: string;
  readonly encoding: RowEncoding;
  /** Renders all of it. @throws InvalidQuery, and what refuses a statement */
  render(context: RequestContext): RenderedStatement;
}

export interface RenderedStatement {
  readonly statement: StatementToRun;
  /** Counts its rows without the bound of its caller, where these are asked for. */
  readonly count?: StatementToRun;
  /** Plans of its blocks. */
  readonly plans: readonly QueryPlan[];
}

/** What an answer is of: a query, or a statement. */
export type AnswerKeyParts = QueryKeyParts | StatementKeyParts;

interface StatementKeyParts {
  readonly asked: StatementToAnswer;
  readonly context: RequestContext;
  readonly runtime: Pick<Runtime, 'serial'>;
}

/** Parts of a request that form an answer's key. */
interface QueryKeyParts {
  readonly prepared: PreparedBlock;
  /** Context of the caller. */
  readonly context: RequestContext;
  readonly runtime: Pick<Runtime, 'serial'>;
  readonly shape: AnswerShape;
}

/**
 * Builds the one key under which answers are cached, shared while they run, and held. It covers everything that may
 * change an answer, except the state of the data, which is compared with that of the cached answer. Nothing that
 * callers choose freely (request ids, headers) is part of it.
 *
 * It contains the runtime (deployment, branch and its data sources), the definitions the query uses, the bound query
 * with its resolved instants and zone, the caller's rights, the values those definitions read of the caller, and the
 * form of the answer.
 */
export function answerKey(parts: AnswerKeyParts, memory: Pick<RequestMemory, 'hiddenOf'>): string {
  if ('prepared' in parts) return queryKey(parts, memory);
  const { asked, context, runtime } = parts;
  const shape = { format: 'default', countsTotal: false } as const;
  const blocks = asked.blocks.map((prepared) => queryKey({ prepared, context, runtime, shape }, memory));
  return hash('sha256', JSON.stringify(['statement', runtime.serial, asked.identity, blocks]), 'base64url');
}

function queryKey(
  { prepared, context, runtime, shape }: QueryKeyParts,
  memory: Pick<RequestMemory, 'hiddenOf'>,
): string {
  const { bound, access, model } = prepared;
  const pieces = piecesOf(bound, model.index);
  const parts = [
    runtime.serial,
    pieces.map((piece) => piece.hash),
    bound,
    daysIn(prepared.timesOf, model.index),
    accessPart(access, memory),
    contextPart(pieces, context),
    shape.format,
    shape.countsTotal,
    shape.lastKey ?? null,
  ];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** Types of the times it may read, from the data sources. */
function daysIn(cubes: readonly CubeName[], model: ModelIndex): readonly string[] {
  if (!model.stored) return [];
  return cubes.flatMap((name) => {
    const { stored, made } = timesOf(requirePiece(model, name));
    return [...stored, ...made].flatMap(({ id }) => {
      const as = shownAs(model, id);
      return [...(isDay(model, id) || isTimeText(model, id) ? [id] : []), ...(as ? [`${id} ${as}`] : [])];
    });
  });
}

/**
 * A new kind of restriction does not compile until it is part of the key. The effect of policies is part of the bound
 * query.
 */
function accessPart({ hidden, policies: _, ...others }: Access, memory: Pick<RequestMemory, 'hiddenOf'>): string {
  others satisfies Record<string, never>;
  return memory.hiddenOf({ hidden });
}

/** The caller's values that the definitions read: callers with equal values share answers. */
function contextPart(pieces: readonly Piece[], context: RequestContext): readonly unknown[] {
  const paths = new Map<string, ContextPath>();
  for (const { contextPaths = [] } of pieces) for (const path of contextPaths) paths.set(JSON.stringify(path), path);
  if (paths.size === 0) return [];
  if (context.kind === 'probe') return [context.kind];
  const { securityContext } = context;
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => [path, valueAtPath(securityContext, path)]);
}

/**
 * The cubes and views named by the query, also only in its hints, and cubes that its joins bring in where policies could
 * limit them; their facts cover everything their definitions reach.
 */
function piecesOf(bound: BoundQuery, model: ModelIndex): readonly Piece[] {
  const members = [
    ...bound.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...bound.rowRules.flatMap(({ where }) => membersOfFilter(where)),
    ...bound.masks.flatMap(({ member, unless }) => [member, ...(unless ? membersOfFilter(unless) : [])]),
    ...[...bound.rowFilters, ...bound.groupFilters].flatMap(membersOfFilter),
  ];
  const operands = [...bound.outputs.map(({ expression }) => expression), ...bound.groupFilters.flatMap(operandsIn)];
  const named = operands.flatMap(piecesNamedIn);
  const names = new Set([
    ...named,
    ...bound.joinHints.flat(),
    ...bound.joined,
    ...bound.rowRules.map(({ of }) => of),
    ...members.map(cubeOf),
  ]);
  return [...names].sort().flatMap((name) => model.pieces.get(name) ?? []);
}
