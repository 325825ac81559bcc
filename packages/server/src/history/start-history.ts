import type { HistorySettings } from '@orrery/config';
import type { Store } from '@orrery/store';
import type { DataScope } from '@orrery/kernel';
import { deferredHistory } from './deferred-history.ts';
import { type CallerFacts, keptClaims } from './history-entry.ts';
import type { HistoryKeeper } from './history-keeper.ts';
import { HistoryRecorder, type HistoryRecorderSettings } from './history-recorder.ts';
import { openHistory } from './open-history.ts';

export interface HistoryInput extends Pick<HistoryRecorderSettings, 'clock' | 'log'> {
  readonly store: Pick<Store, 'kind' | 'database'>;
  readonly settings: {
    readonly dataDirectory: string;
    readonly mayMigrate: boolean;
    readonly history: HistorySettings;
  };
  readonly fingerprintOf: (principal: DataScope) => string;
}

export interface QueryHistory {
  readonly recorder: HistoryRecorder;
  readonly keeper: Pick<HistoryKeeper, 'list' | 'find'>;
}

/** Starts the history of a serving process; absent when none is kept. Nothing is opened before the first query. */
export function startHistory(input: HistoryInput): QueryHistory | undefined {
  const { store, settings, fingerprintOf, clock, log } = input;
  const { keepForMs, mostEntries, claims } = settings.history;
  if (keepForMs === 0) return undefined;
  const keeper = deferredHistory(() => openHistory(store, settings));
  const callerFactsOf = remembered((principal) => ({
    tenant: fingerprintOf(principal),
    claims: keptClaims(principal, claims),
  }));
  return { recorder: new HistoryRecorder({ keeper, callerFactsOf, keepForMs, mostEntries, clock, log }), keeper };
}

/** A verified token gives the same security context each time it comes. */
function remembered(describe: (principal: DataScope) => CallerFacts): (principal: DataScope) => CallerFacts {
  const known = new WeakMap<object, CallerFacts>();
  return (principal) => {
    const facts = known.get(principal.securityContext) ?? describe(principal);
    known.set(principal.securityContext, facts);
    return facts;
  };
}
