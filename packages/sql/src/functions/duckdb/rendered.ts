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
}

export function cannot(reason: string): CannotRender {
  return { cannot: reason };
}

export function isCannot(rendered: unknown): rendered is CannotRender {
  return typeof rendered === 'object' && rendered !== null && 'cannot' in rendered;
}
