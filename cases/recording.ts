import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly recording: 'all' | 'new' | 'none';
  }
}

/**
 * Returns what this run records: everything (`--update`), only missing recordings, or nothing, as in checks of changes.
 */
export function recording(): 'all' | 'new' | 'none' {
  return inject('recording');
}
