import { recordOf } from '../../../model/record.ts';
import type { Draft } from '../../../model/dashboard-draft.ts';

/** Sets a text of a theme; an empty one is taken out. @returns `undefined` where nothing is left */
export function themeWith(theme: unknown, [key = '', ...rest]: readonly string[], text: string): Draft['theme'] {
  const { [key]: before, ...others } = recordOf(theme);
  const next = rest.length > 0 ? themeWith(recordOf(before), rest, text) : text || undefined;
  const changed = next === undefined ? others : { ...recordOf(theme), [key]: next };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
