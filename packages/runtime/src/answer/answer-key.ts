import { hash } from 'node:crypto';
import {
  type Access,
  type BoundQuery,
  type ContextPath,
  type CubeName,
  cubeOf,
  isDay,
  isTimeText,
  type MemberId,
  membersOf,
  membersOfFilter,
  type ModelIndex,
  type Piece,
  type RequestContext,
  requirePiece,
  timesOf,
  valueAtPath,
} from '@orrery/semantic';
import type { ResponseFormat } from '@orrery/contract';
import type { RowConstant, RowKey } from '@orrery/engines';
import type { Runtime } from '../runtime.ts';
import type { PreparedQuery, RequestMemory } from '../query/index.ts';

/** What of an answer depends on the request beside the query itself. */
export interface AnswerShape {
  readonly format: ResponseFormat;
  /** Also counts the rows without limit and offset. */
  readonly countsTotal: boolean;
  /** One more key of each row, the last one. */
  readonly lastKey?: RowKey | RowConstant;
}

/** What of a request for an answer its key is made of. */
export interface AnswerKeyParts {
  readonly prepared: PreparedQuery;
  /** Of the caller. */
  readonly context: RequestContext;
  readonly runtime: Pick<Runtime, 'serial'>;
  readonly shape: AnswerShape;
}

/**
 * The one key under which answers are kept, shared while they are made, and held: everything that may change one, but
 * for the state of the data, which is compared with the kept answer's. Nothing a caller can choose freely (request ids,
 * headers) enters it.
 *
 * It holds the runtime (deployment, branch and its data sources), the definitions the query touches, the bound query
 * with its resolved instants and zone, what the caller may see, what those definitions read of the caller, and the form
 * of the answer.
 */
export function answerKey(
  { prepared, context, runtime, shape }: AnswerKeyParts,
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

/** What data sources say of the times it may read. */
function daysIn(cubes: readonly CubeName[], model: ModelIndex): readonly MemberId[] {
  if (!model.stored) return [];
  return cubes.flatMap((name) => {
    const { stored, made } = timesOf(requirePiece(model, name));
    return [...stored, ...made].flatMap(({ id }) => (isDay(model, id) || isTimeText(model, id) ? [id] : []));
  });
}

/** A new kind of restriction does not compile until it stands in the key. What policies make of a query is bound with it. */
function accessPart({ hidden, policies: _, ...others }: Access, memory: Pick<RequestMemory, 'hiddenOf'>): string {
  others satisfies Record<string, never>;
  return memory.hiddenOf({ hidden });
}

/** The values of all that the definitions read of the caller: callers who are alike in them share their answers. */
function contextPart(pieces: readonly Piece[], context: RequestContext): readonly unknown[] {
  const paths = new Map<string, ContextPath>();
  for (const { contextPaths = [] } of pieces) for (const path of contextPaths) paths.set(JSON.stringify(path), path);
  if (paths.size === 0) return [];
  if (context.kind === 'probe') return [context.kind];
  const { securityContext } = context;
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => [path, valueAtPath(securityContext, path)]);
}

/**
 * The cubes and views named by the query, also by its hints alone; what is known of each covers everything its
 * definitions reach.
 */
function piecesOf(bound: BoundQuery, model: ModelIndex): readonly Piece[] {
  const members = [
    ...bound.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...bound.rowRules.flatMap(({ where }) => membersOfFilter(where)),
    ...bound.masks.flatMap(({ member, unless }) => [member, ...(unless ? membersOfFilter(unless) : [])]),
    ...[...bound.rowFilters, ...bound.groupFilters].flatMap(membersOfFilter),
  ];
  const names = new Set([...bound.joinHints.flat(), ...bound.rowRules.map(({ of }) => of), ...members.map(cubeOf)]);
  return [...names].sort().flatMap((name) => model.pieces.get(name) ?? []);
}
