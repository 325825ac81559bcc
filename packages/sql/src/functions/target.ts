import type { ResolvedSignature, SqlType } from '../types/index.ts';
import type { Branches } from './branches.ts';
import type { CannotRender, Rendered, Scale } from './duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from './entry.ts';

type TargetName = 'duckdb' | 'postgres' | 'mysql' | 'trino' | 'clickhouse';

/**
 * The renderers of an engine for each kind of expression. Answers equal PostgreSQL's, or are errors where PostgreSQL
 * has one or a value is beyond the engine.
 */
export interface TargetEngine {
  readonly name: TargetName;
  readonly session: StatementSession;
  /** Characters of the longest expression: what an engine writes several times multiplies from level to level. */
  readonly mostCharacters: number;
  /** A stored value as one of the type of its column: models may call texts numbers, and numbers texts. */
  stored(text: string, type: SqlType, scale?: Scale): Rendered;
  constant(type: SqlType, text: string | null): Rendered | CannotRender;
  /** @param isWritten whether a statement writes it: then texts that are too long are cut */
  cast(operand: Rendered, to: SqlType, isWritten?: boolean): Rendered | CannotRender;
  /** A scalar function or operator. */
  call(resolved: ResolvedSignature<FunctionEntry>, args: readonly Rendered[]): Rendered | CannotRender;
  branches(construct: string, values: readonly Rendered[]): Branches | CannotRender;
  /** Forms that are no functions, over values of one type. */
  readonly forms: TargetForms;
}

export interface TargetForms {
  /** The first operand of a comparison: values that PostgreSQL tells apart are apart, and ordered as there. */
  compared(text: string, type: SqlType): string;
  /** @param truth null: IS UNKNOWN */
  isTruth(operand: string, truth: boolean | null, isNegated: boolean): string;
  isDistinct(one: string, other: string, isNegated: boolean, type: SqlType): string;
  /** Skips NULL. */
  extreme(name: 'greatest' | 'least', texts: readonly string[]): string | CannotRender;
  /** Whether a value is one of a list, where `IN` of the engine differs from PostgreSQL's. */
  isIn?(operand: string, items: readonly string[], type: SqlType): string;
  array(texts: readonly string[]): string | CannotRender;
}
