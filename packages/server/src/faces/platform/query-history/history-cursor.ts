import type { HistoryPosition } from '../../../history/index.ts';
import { readCursor, writeCursor } from '../page.ts';

const key = ['instant', 'endless'] as const;

/** A cursor belongs to one deployment's list. */
export function writeHistoryCursor(deploymentId: number, { startedAt, id }: HistoryPosition): string {
  return writeCursor(orderOf(deploymentId), [startedAt, id]);
}

/** @throws InvalidFields for a cursor of another list */
export function readHistoryCursor(deploymentId: number, text: string): HistoryPosition {
  const [startedAt, id] = readCursor(text, orderOf(deploymentId));
  return { startedAt: Number(startedAt), id: Number(id) };
}

function orderOf(deploymentId: number) {
  return { name: `queries of ${deploymentId}`, key };
}
