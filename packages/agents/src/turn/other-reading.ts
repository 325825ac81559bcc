import { hasSameRows } from '../rows/index.ts';
import type { ShownResult } from './numbers/evidence.ts';
import { safeText } from './safe-text.ts';
import type { Turn } from './turn.ts';

/** The analyst's reading of a question, with its rows. */
interface OtherReading {
  /** Measures, groups, period and filters in words. */
  readonly interpretation: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly totalRows: number;
}

export type ReadOtherwise = (turn: Turn, signal: AbortSignal) => Promise<OtherReading | undefined>;

/** Reads a question again. An answer stands without a second reading: where it fails, there is none. */
export async function secondReading(
  read: ReadOtherwise | undefined,
  turn: Turn,
  signal: AbortSignal,
): Promise<OtherReading | undefined> {
  try {
    return await read?.(turn, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Offers another reading of the question, unless a query of the turn has its rows. */
export function otherReadingNote(reading: OtherReading | undefined, results: readonly ShownResult[]): string {
  if (!reading || results.some((result) => hasSameRows(reading, result))) return '';
  const words = safeText(reading.interpretation).replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, 1_000);
  return `\n\n**Another reading:** the question can also mean: ${words}. That has other numbers. Ask for it in these words to see them.`;
}
