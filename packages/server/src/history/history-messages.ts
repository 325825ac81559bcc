import type { HistoryKeeper } from './history-keeper.ts';

/** Start data of the thread. */
export interface HistoryThreadData {
  readonly file: string;
}

type HistoryCommand = keyof Pick<HistoryKeeper, 'append' | 'list' | 'find' | 'prune' | 'close'>;

/** Answered one after the other, each by one `HistoryAnswer` with its number. */
export type HistoryRequest = {
  [A in HistoryCommand]: { readonly number: number; readonly act: A; readonly given: Parameters<HistoryKeeper[A]> };
}[HistoryCommand];

export type HistoryAnswer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly failure: string };
