import { issuerOf, ownEntityId } from '@orrery/people';
import { audienceFault, clockFault, inWords, otherIssuer, SsoFault, unsound } from '../fault/index.ts';
import { type Assertion, type Bearer, readAssertion } from './assertion.ts';
import { assertionSpace, onlyChild } from './elements.ts';
import type { SamlProvider } from './message.ts';
import type { VerifiedResponse } from './verified-response.ts';

/** How far clocks of providers may be off. */
const skewMs = 180_000;
/** How old a statement may be, whatever it says itself: so long it is remembered that it was used. */
const longestMs = 24 * 60 * 60 * 1_000;

interface Here {
  /** The public address of this server. */
  readonly own: string;
  readonly clock: { now(): number };
}

/** A statement that is for this server and for now. */
export interface SoundAssertion {
  readonly assertion: Assertion;
  /** The request that it answers; absent where the sign-in began at the provider. */
  readonly requestId: string | undefined;
  /** Until when it would be taken, in epoch milliseconds. */
  readonly endsAt: number;
}

/** The address that a provider sends its answers to. */
export function consumerAddress(own: string, key: string): string {
  return `${own}/sso/${key}/callback`;
}

/** Checks what the library leaves to its user, in what was signed. @throws SsoFault */
export function requireAssertion(provider: SamlProvider, verified: VerifiedResponse, here: Here): SoundAssertion {
  const assertion = readAssertion(verified.assertion);
  const address = consumerAddress(here.own, provider.key);
  requireIssuer(provider, verified, assertion);
  requireDestination(provider, verified, address);
  requireTimes(provider, assertion, here.clock);
  requireAudience(provider, assertion, here.own);
  requireQualifiers(provider, assertion, here.own);
  if (!assertion.isAuthenticated) throw unsound(provider, 'it does not say that somebody signed in');
  const bearer = requireBearer(provider, assertion, address, here.clock);
  return {
    assertion,
    requestId: requestOf(provider, verified, bearer),
    endsAt: lastEndOf(assertion, here.clock.now()) + skewMs,
  };
}

function requireIssuer(
  provider: SamlProvider,
  { response, assertion: signed }: VerifiedResponse,
  assertion: Assertion,
) {
  const versions = [response, signed].map((each) => each?.attributes.get('Version') ?? '2.0');
  if (versions.some((version) => version !== '2.0')) throw unsound(provider, 'it is of another version of SAML');
  if (assertion.id === '') throw unsound(provider, 'the assertion has no id');
  const wanted = issuerOf(provider);
  const stated = onlyChild(response, assertionSpace, 'Issuer')?.text?.trim();
  for (const found of [assertion.issuer ?? '', stated ?? wanted]) {
    if (found !== wanted) throw otherIssuer(found, wanted);
  }
}

/** The address that a message was made for. A response that is signed must say it. */
function requireDestination(provider: SamlProvider, { response, destination }: VerifiedResponse, address: string) {
  const signed = response?.attributes.get('Destination');
  if (response && signed === undefined) throw unsound(provider, 'the signed response has no Destination');
  const found = signed ?? destination;
  if (found !== undefined && found !== address) throw otherDestination(provider, found, address);
}

function otherDestination({ name }: SamlProvider, found: string, address: string): SsoFault {
  const sentence = `The answer of ${name} is for the address '${found.slice(0, 500)}', and it arrived at '${address}'. Ask an administrator.`;
  return new SsoFault('sso.destination', sentence, 'another address');
}

function requireTimes(provider: SamlProvider, assertion: Assertion, clock: { now(): number }): void {
  const { issuedAt, notBefore, notOnOrAfter, sessionEndsAt, hasOneCondition, otherConditions } = assertion;
  if (!hasOneCondition) throw unsound(provider, 'there are not conditions, exactly once');
  if (otherConditions.length > 0) throw unsound(provider, `the condition ${otherConditions[0]} is not known here`);
  const now = clock.now();
  const instants = [issuedAt ?? Number.NaN, notBefore ?? now, notOnOrAfter ?? now, sessionEndsAt ?? now];
  if (instants.some(Number.isNaN)) throw unsound(provider, 'a time cannot be read');
  const issued = issuedAt ?? now;
  if (issued > now + skewMs || (notBefore !== undefined && notBefore > now + skewMs))
    throw clockFault(issued / 1_000, clock, 'the assertion is not valid yet');
  const end = Math.min(notOnOrAfter ?? Infinity, sessionEndsAt ?? Infinity, issued + longestMs);
  if (end <= now - skewMs) throw expired(provider, issued, now);
}

function expired({ name }: SamlProvider, issuedAt: number, now: number): SsoFault {
  const sentence = `The answer of ${name} is too old: it was made at ${inWords(issuedAt)} by the clock there, and it is ${inWords(now)} here. Start again; if that does not help, the clocks differ.`;
  return new SsoFault('sso.clock', sentence, 'the assertion has expired');
}

function requireAudience(provider: SamlProvider, { audiences }: Assertion, own: string): void {
  if (provider.settings.audience === '') return;
  const wanted = ownEntityId(provider, own);
  const isFor = audiences.length > 0 && audiences.every((each) => each.includes(wanted));
  if (!isFor) throw audienceFault(audiences.flat(), { kind: 'entity id', name: wanted }, 'another audience');
}

/** Until when a statement could be taken, by one of its confirmations, in epoch milliseconds of the clock there. */
function lastEndOf({ notOnOrAfter, issuedAt, bearers }: Assertion, now: number): number {
  const confirmed = Math.max(...bearers.map((bearer) => bearer.notOnOrAfter ?? now));
  return Math.min(notOnOrAfter ?? Infinity, (issuedAt ?? now) + longestMs, confirmed);
}

/** Refuses a person of another provider behind this one, or one who is known to another service by this name. */
function requireQualifiers(provider: SamlProvider, { nameId }: Assertion, own: string): void {
  const { provider: of = issuerOf(provider), service = ownEntityId(provider, own) } = nameId?.qualifiers ?? {};
  if (of !== issuerOf(provider)) throw unsound(provider, `its NameID is of '${of.slice(0, 200)}'`);
  if (service !== ownEntityId(provider, own)) throw unsound(provider, `its NameID is for '${service.slice(0, 200)}'`);
}

/** Finds the confirmation that the bearer of the statement is the person, for this address and for now. */
function requireBearer(
  provider: SamlProvider,
  { bearers, issuedAt }: Assertion,
  address: string,
  clock: { now(): number },
): Bearer {
  if (bearers.length === 0) throw unsound(provider, 'there is no confirmation of the kind bearer');
  const here = bearers.filter(({ recipient }) => recipient === address);
  const [first] = bearers;
  if (here.length === 0) {
    if (first?.recipient === undefined) throw unsound(provider, 'there is no Recipient');
    throw otherDestination(provider, first.recipient, address);
  }
  const now = clock.now();
  const current = here.find(
    ({ notBefore = now, notOnOrAfter = Number.NaN }) => notBefore <= now + skewMs && notOnOrAfter > now - skewMs,
  );
  if (current) return current;
  throw expired(provider, issuedAt ?? now, now);
}

/** The request that was answered, by what was signed. One that the message alone names is refused. */
function requestOf(provider: SamlProvider, { response }: VerifiedResponse, bearer: Bearer): string | undefined {
  const named = [response?.attributes.get('InResponseTo'), bearer.inResponseTo].filter((each) => each !== undefined);
  if (new Set(named).size > 1) throw unsound(provider, 'it answers two requests');
  return named[0];
}
