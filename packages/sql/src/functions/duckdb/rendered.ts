import type { SqlType } from '../../types/index.ts';

/** How many decimals a numeric has in DuckDB, see decision 0105. */
export interface Scale {
  /** Decimals of the DECIMAL(38, held) that keeps it. */
  readonly held: number;
  /** Whether PostgreSQL shows exactly as many for every value. Quotients show as many as their value needs. */
  readonly isShown: boolean;
}

/** An expression for DuckDB with the type that PostgreSQL gives it. */
export interface Rendered {
  /** A complete expression, which needs no parentheses next to an operator. */
  readonly text: string;
  readonly type: SqlType;
  /** Present for numeric, and only there. */
  readonly scale?: Scale;
  /** Rounds a numeric half away from zero where more decimals than are held would be lost. */
  readonly rounded?: (decimals: number) => string;
  /** Text of a constant as PostgreSQL writes it; `null` is NULL. */
  readonly constant?: string | null;
}

/** Why DuckDB cannot give PostgreSQL's answer: a sentence for the refusal. */
export interface CannotRender {
  readonly cannot: string;
  /** Present where PostgreSQL refuses it too. */
  readonly code?: RefusedConstant;
}

/** Codes of refusals of constants that are no value of their type, or name nothing. */
export type RefusedConstant =
  | 'sql.value'
  | 'sql.out-of-range'
  | 'sql.time-value'
  | 'sql.time-range'
  | `sql.unknown-${'table' | 'type' | 'function' | 'schema' | 'role'}`;

/** @param code absent: PostgreSQL has the answer */
export function cannot(reason: string, code?: RefusedConstant): CannotRender {
  return { cannot: reason, ...(code === undefined ? {} : { code }) };
}

export function isCannot(rendered: unknown): rendered is CannotRender {
  return typeof rendered === 'object' && rendered !== null && 'cannot' in rendered;
}
