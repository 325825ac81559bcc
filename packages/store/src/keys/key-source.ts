import { deriveMasterKey, type MasterKey } from './master-key.ts';

/** Source of a process's master keys. */
export interface KeySource {
  /** Name for messages: `the environment`. */
  readonly name: string;
  /** Candidates for the key, read again each time. @throws OperatorError */
  keys(): readonly MasterKey[];
  /** Makes a key for a store that has none; absent where the operator must supply it. */
  make?(): MasterKey;
  /** Learns which key opens the store. */
  settle(key: MasterKey): void;
}

/** Keys from the settings: the one in use, and the next one if there is one. */
export function givenKeys(texts: readonly string[]): KeySource {
  const keys = texts.map(deriveMasterKey);
  return { name: 'the environment', keys: () => keys, settle: () => undefined };
}
