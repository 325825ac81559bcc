import type { MetaCube } from '@orrery/contract';
import type { RefreshKey } from '@orrery/semantic';
import { fragmentText } from './fragment-text.ts';

/** The author's key in its canonical spelling. */
export function presentRefreshKey(key: RefreshKey, cube: string): NonNullable<MetaCube['refreshKey']> {
  switch (key.kind) {
    case 'immutable':
      return { immutable: true };
    case 'schedule':
      return { every: key.every, ...(key.zone === 'UTC' ? {} : { timezone: key.zone }) };
    case 'sql':
      return { sql: fragmentText(key.sql, cube), ...(key.every === undefined ? {} : { every: key.every }) };
  }
}
