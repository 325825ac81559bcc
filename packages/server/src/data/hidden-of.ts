import { hash } from 'node:crypto';
import type { Access } from '@orrery/semantic';

const known = new WeakMap<Access['hidden'], string>();

/** What is hidden, as a short text: equal for whoever may name the same members of a model. */
export function hiddenOf({ hidden }: Pick<Access, 'hidden'>): string {
  if (hidden.size === 0) return '';
  const text = known.get(hidden) ?? hash('sha256', JSON.stringify([...hidden].sort()), 'base64url');
  known.set(hidden, text);
  return text;
}
