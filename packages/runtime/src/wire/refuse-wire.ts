import { StatementInvalid } from '../statement/index.ts';
import type { WireStatement } from './wire.ts';

export type WirePlace = Pick<WireStatement, 'text' | 'start'>;

export function refusedWire(own: WirePlace, error: StatementInvalid): WireStatement {
  return { ...own, kind: 'refused', error };
}

export function unsupported(words: string): StatementInvalid {
  return new StatementInvalid('Unsupported Error', 'sql.statement', `Unsupported query type: ${words}`);
}
