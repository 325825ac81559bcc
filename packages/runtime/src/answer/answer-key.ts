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
  type RequestContext,
  shownAs,
  timesOf,
  valueAtPath,
} from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';
import type { PreparedBlock, RequestMemory } from '../query/index.ts';
import type { BoundQuestion } from './bound-question.ts';

/** Parts of a request that form an answer's key. */
export interface AnswerKeyParts {
  readonly question: BoundQuestion;
  /** Context of the caller. */
  readonly context: RequestContext;
  readonly runtime: Pick<Runtime, 'serial'>;
}

/**
 * Builds the one key under which answers are cached, shared while they run, and held. It covers everything that may
 * change an answer, except the state of the data, which is compared with that of the cached answer. Nothing that
 * callers choose freely (request ids, headers) is part of it.
 *
 * It contains the runtime (deployment, branch and its data sources), the identity of the question (the form of the answer,
 * or the text of a statement), and for each block the definitions it uses, the bound query with its
 * resolved instants and zone, the caller's rights, and the values those definitions read of the caller.
 */
export function answerKey({ question, context, runtime }: AnswerKeyParts, memory: Hashes): string {
  const blocks = question.blocks.map((block) => blockPart(block, context, memory));
  return hash('sha256', JSON.stringify([runtime.serial, question.identity, blocks]), 'base64url');
}

type Hashes = Pick<RequestMemory, 'hiddenOf'>;

function blockPart(
  { bound, access, model, timesOf: cubes }: PreparedBlock,
  context: RequestContext,
  memory: Hashes,
): readonly unknown[] {
  const pieces = piecesOf(bound, model.index);
  return [
    pieces.map((piece) => piece.hash),
    bound,
    daysIn(cubes, model.index),
    accessPart(access, memory),
    contextPart(pieces, context),
  ];
}

/** Types of the times it may read, from the data sources. */
function daysIn(cubes: readonly CubeName[], model: ModelIndex): readonly string[] {
  if (!model.stored) return [];
  return cubes.flatMap((name) => {
    const { stored, made } = timesOf(model, name);
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
function accessPart({ hidden, policies: _, ...others }: Access, memory: Hashes): string {
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
