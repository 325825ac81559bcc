import { deriveMasterKey, type MasterKey } from './master-key.ts';

/** Where a process takes master keys from. */
export interface KeySource {
  /** `the environment`, for people. */
  readonly name: string;
  /** Those that may be the one, read anew each time. @throws OperatorError */
  keys(): readonly MasterKey[];
  /** Makes one, for a store that has none yet; absent where somebody has to give it. */
  make?(): MasterKey;
  /** Told which one opens the store. */
  settle(key: MasterKey): void;
}

/** Keys that somebody gave: the one in use, and where there is one the next. */
export function givenKeys(texts: readonly string[]): KeySource {
  const keys = texts.map(deriveMasterKey);
  return { name: 'the environment', keys: () => keys, settle: () => undefined };
}
