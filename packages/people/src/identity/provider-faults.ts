import type { CommonSettings } from './sign-in-provider.ts';

/** Faults by the field that they are in; those of fields without one are absent. */
export type FieldFaults = readonly (readonly [path: string, message: string | undefined])[];

/** Whether an address belongs to this machine, where plain HTTP crosses no network. */
function isLoopbackName(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Whether people and requests may be sent to an address of a provider, which names no user and no password. */
export function isSafeAddress(url: URL | null): boolean {
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  return isSafe && url.username === '' && url.password === '';
}

export function linkFault({ linkBy, externalId }: Pick<CommonSettings, 'linkBy' | 'externalId'>): string | undefined {
  const isUnnamed = linkBy.includes('externalId') && externalId === undefined;
  return isUnnamed ? "contains 'externalId', so settings.externalId must name a claim" : undefined;
}
