import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly recording: 'all' | 'new' | 'none';
  }
}

/** What this run records: all (`--update`), only what is not recorded yet, or nothing, as where changes are checked. */
export function recording(): 'all' | 'new' | 'none' {
  return inject('recording');
}
