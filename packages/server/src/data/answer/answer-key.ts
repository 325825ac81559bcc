import { hash } from 'node:crypto';
import type { Access, BoundQuery, Condition, Expression, ModelIndex } from '@orrery/semantic';
import { cubeOf } from '@orrery/semantic';
import type { ResponseFormat } from '@orrery/contract';
import type { RowConstant, RowKey } from '../../encode/row-encoding.ts';
import type { Runtime } from '../../catalog/runtime.ts';
import type { PreparedQuery } from '../prepare-query.ts';

/** What of an answer depends on the request beside the query itself. */
export interface AnswerShape {
  readonly format: ResponseFormat;
  /** Also counts the rows without limit and offset. */
  readonly countsTotal: boolean;
  /** One more key of each row, the last one. */
  readonly lastKey?: RowKey | RowConstant;
}

/**
 * The one key under which answers are kept, shared while they are made, and held: everything that may change one, but
 * for the state of the data, which is compared with the kept answer's. Nothing a caller can choose freely (request ids,
 * headers) enters it.
 *
 * It holds the runtime (deployment, branch and its data sources), the definitions the query touches, the bound query
 * with its resolved instants and zone, what the caller may see, and the form of the answer.
 */
export function answerKey(prepared: PreparedQuery, runtime: Pick<Runtime, 'serial'>, shape: AnswerShape): string {
  const { bound, access, model } = prepared;
  const parts = [
    runtime.serial,
    definitionsOf(bound, model.index),
    bound,
    accessPart(access),
    shape.format,
    shape.countsTotal,
    shape.lastKey ?? null,
  ];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** A new kind of restriction does not compile until it stands in the key. */
function accessPart({ hidden, ...others }: Access): readonly string[] {
  others satisfies Record<string, never>;
  return [...hidden].sort();
}

/** Hashes of the cubes and views named by the query; each covers everything its definitions reach. */
function definitionsOf(bound: BoundQuery, model: ModelIndex): readonly string[] {
  const names = new Set<string>();
  for (const { expression } of bound.outputs) addPieces(expression, names);
  for (const condition of [...bound.rowFilters, ...bound.groupFilters]) addConditionPieces(condition, names);
  return [...names].sort().map((name) => model.pieces.get(name)?.hash ?? '');
}

function addPieces(expression: Expression, names: Set<string>): void {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
      names.add(cubeOf(expression.member));
      return;
    case 'call':
      for (const argument of expression.arguments) addPieces(argument, names);
      return;
    case 'value':
      return;
  }
}

function addConditionPieces(condition: Condition, names: Set<string>): void {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const inner of condition.conditions) addConditionPieces(inner, names);
      return;
    case 'segment':
    case 'measure-filters':
      names.add(cubeOf(condition.member));
      return;
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      addPieces(condition.operand, names);
  }
}
