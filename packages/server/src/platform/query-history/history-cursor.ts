import type { HistoryPosition } from '../../history/history-keeper.ts';
import { InvalidFields } from '../invalid-fields.ts';

/** A cursor belongs to one deployment's list. */
export function writeHistoryCursor(deploymentId: number, { startedAt, id }: HistoryPosition): string {
  return Buffer.from(JSON.stringify([deploymentId, startedAt, id])).toString('base64url');
}

/** @throws InvalidFields for what this list has not given */
export function readHistoryCursor(deploymentId: number, text: string): HistoryPosition {
  const numbers = /^\[(\d{1,15}),(-?\d{1,16}),(\d{1,15})\]$/.exec(Buffer.from(text, 'base64url').toString());
  const [of, startedAt, id] = (numbers ?? []).slice(1).map(Number);
  const position = { startedAt: startedAt ?? 0, id: id ?? 0 };
  if (of === deploymentId && writeHistoryCursor(deploymentId, position) === text) return position;
  throw new InvalidFields([{ path: 'after', message: 'is no cursor of this list' }]);
}
