import type { OAuthScope } from '@orrery/kernel';
import type { Operation } from './operation.ts';

/**
 * Scopes of access tokens, of which an operation needs one; none where it takes no access token. An operation of people that says
 * nothing else is part of the platform, which some applications may only read.
 */
export function scopesTaken({ method, takes }: Pick<Operation, 'method' | 'takes'>): readonly OAuthScope[] {
  const { callers, oauth, isSessionOnly } = takes;
  const isOfPeople = callers !== 'anybody' && callers.some((kind) => kind === 'person' || kind === 'provider');
  if (!isOfPeople || isSessionOnly) return [];
  return oauth ?? (method === 'GET' ? ['platform', 'platform:read'] : ['platform']);
}
