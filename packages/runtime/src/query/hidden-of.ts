import { hash } from 'node:crypto';
import type { Access, ModelFilter } from '@orrery/semantic';

const known = new WeakMap<Access['hidden'], string>();

/** What is hidden, as a short text: equal for whoever may name the same members of a model. */
export function hiddenOf({ hidden }: Pick<Access, 'hidden'>): string {
  if (hidden.size === 0) return '';
  const text = known.get(hidden) ?? hash('sha256', JSON.stringify([...hidden].sort()), 'base64url');
  known.set(hidden, text);
  return text;
}

const knownLimits = new WeakMap<Access['policies'], string>();

/**
 * Which members are granted on which conditions, as a short text: equal for whoever may ask the same questions of a model,
 * whatever the values are that limit their rows.
 */
export function limitsOf({ policies }: Pick<Access, 'policies'>): string {
  if (policies.size === 0) return '';
  const known = knownLimits.get(policies);
  if (known !== undefined) return known;
  const limits = [...policies].map(([name, own]) => [
    name,
    own.map(({ shows, masks, rows }) => [shows === 'all' ? shows : [...shows], [...masks], rows?.flatMap(tested)]),
  ]);
  const text = hash('sha256', JSON.stringify(limits), 'base64url');
  knownLimits.set(policies, text);
  return text;
}

function tested(filter: ModelFilter): readonly string[] {
  return filter.kind === 'member' ? [filter.member] : filter.filters.flatMap(tested);
}
