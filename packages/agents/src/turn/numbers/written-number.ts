/** One way to read a written number: `units` divided by ten to the power of `scale`, each step of it `step` wide. */
export interface NumberReading {
  readonly value: number;
  /** Exact, for numbers that are longer than a floating point number holds. */
  readonly units: bigint;
  /** Digits after the point; negative for abbreviations, whose last digit stands for thousands and more. */
  readonly scale: number;
}

export type NumberKind = 'plain' | 'percent' | 'points' | 'times' | 'duration' | 'rank';

/** A number in a text. */
export interface WrittenNumber {
  /** The number as written, with its sign, currency and unit. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isNegative: boolean;
  /** Without currency and abbreviation, as counts are written. */
  readonly isBare: boolean;
  readonly kind: NumberKind;
  /** Several where a separator is ambiguous. */
  readonly readings: readonly NumberReading[];
}

/** @param scale digits after the point */
export function reading(units: bigint, scale: number): NumberReading {
  return { units, scale, value: Number(units) / 10 ** scale };
}
