import type { OpenProvider } from '@orrery/people';
import { SsoFault } from './sso-fault.ts';

/** Says that a provider does not take this server as its client, which people who sign in cannot mend. */
export function clientSentence(name: string, code: string): string {
  return `${name} refused the client id or the secret of this server (${code}). Only an administrator can mend them, on the page Authentication.`;
}

export function unsound({ name }: Pick<OpenProvider, 'name'>, reason: unknown): SsoFault {
  return new SsoFault('sso.unsound', `The answer of ${name} cannot be trusted. Ask an administrator.`, reason);
}

/** @param issuedAt epoch seconds by the clock of the provider */
export function clockFault(issuedAt: number | undefined, clock: { now(): number }, reason: unknown): SsoFault {
  const there = issuedAt === undefined ? 'another time' : inWords(issuedAt * 1_000);
  const sentence = `The clock of the provider and the one of this server differ: it was ${there} there and ${inWords(clock.now())} here. Ask an administrator.`;
  return new SsoFault('sso.clock', sentence, reason);
}

/** @param time epoch milliseconds */
export function inWords(time: number): string {
  return Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 19) : 'no time';
}

export function otherIssuer(found: string, wanted: string): SsoFault {
  const sentence = `The provider calls itself '${found.slice(0, 500)}', and it is set up here as '${wanted}'. Ask an administrator.`;
  return new SsoFault('sso.issuer', sentence, 'the issuer of the metadata is another');
}

/** @param wanted our own name at the provider, and its kind */
export function audienceFault(
  found: unknown,
  wanted: { readonly kind: 'client id' | 'entity id'; readonly name: string },
  reason: unknown,
): SsoFault {
  const named = [found].flat().map(String).join(', ').slice(0, 500);
  const sentence = `The answer of the provider is for the ${wanted.kind} '${named}', and that of this server is '${wanted.name}'. Ask an administrator.`;
  return new SsoFault('sso.audience', sentence, reason);
}
