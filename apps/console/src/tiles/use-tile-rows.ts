import type { TileRows } from '@orrery/embed';
import { useEffect, useSyncExternalStore } from 'react';

/** Renders a component after each change of its tiles, and stops their requests at its end. */
export function useTileRows<Id>(rows: TileRows<Id>): void {
  useEffect(() => () => rows.stop(), [rows]);
  useSyncExternalStore(rows.subscribe, rows.changes);
}
