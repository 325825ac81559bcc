import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ScramVerifier } from '@orrery/config';

/** The mechanism that clients choose, and the one that binds it to the certificate of the connection. */
const scramMechanism = 'SCRAM-SHA-256';
const bindingMechanism = 'SCRAM-SHA-256-PLUS';
const bindingType = 'tls-server-end-point';

/** Bytes of a random nonce, as PostgreSQL's. */
const nonceBytes = 18;
const keyBytes = 32;
/** Longest message of a client; those of libpq have about a hundred bytes. */
const mostBytes = 1024;

export interface ScramSettings {
  /** That of the account which the start of the connection names. The name inside of the exchange is not read. */
  readonly verifier: ScramVerifier;
  /** Hash of the certificate that the client was shown, by RFC 5929; absent on a connection without TLS. */
  readonly endPoint?: Uint8Array | undefined;
  /** Random; given where messages are compared with recorded ones. */
  readonly nonce?: string;
}

/** Answer to a message of the client. `wrong` stands for any wrong password. */
export type ScramAnswer =
  | { readonly kind: 'continue'; readonly message: string }
  | { readonly kind: 'accepted'; readonly message: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'malformed'; readonly reason: string };

/** The side of the server in the exchange of SCRAM-SHA-256: RFC 5802 and RFC 7677. It sends and awaits nothing itself. */
export interface ScramExchange {
  /** Names of mechanisms to offer, the preferred one first. */
  readonly mechanisms: readonly string[];
  /** Takes the first message of the client, with the mechanism that it chose. Called once. */
  begin(mechanism: string, message: Uint8Array): ScramAnswer;
  /** Takes the second one. Called once, after `begin` has said `continue`. */
  finish(message: Uint8Array): ScramAnswer;
}

export function scramExchange({
  verifier,
  endPoint,
  nonce = randomBytes(nonceBytes).toString('base64'),
}: ScramSettings): ScramExchange {
  let begun: BegunExchange | undefined;
  return {
    mechanisms: endPoint ? [bindingMechanism, scramMechanism] : [scramMechanism],
    begin(mechanism, message) {
      const first = readFirst(mechanism, textOf(message), endPoint);
      if ('reason' in first) return { kind: 'malformed', reason: first.reason };
      const all = first.nonce + nonce;
      const salt = Buffer.from(verifier.salt).toString('base64');
      const serverFirst = `r=${all},s=${salt},i=${verifier.iterations}`;
      begun = { nonce: all, binding: first.binding, signed: `${first.bare},${serverFirst}` };
      return { kind: 'continue', message: serverFirst };
    },
    finish(message) {
      if (!begun) return { kind: 'malformed', reason: 'the first message is missing' };
      const { nonce: all, binding, signed } = begun;
      begun = undefined;
      const last = readLast(textOf(message), binding, all);
      if ('reason' in last) return { kind: 'malformed', reason: last.reason };
      const authMessage = `${signed},${last.withoutProof}`;
      if (!isProof(last.proof, verifier, authMessage)) return { kind: 'wrong' };
      const signature = createHmac('sha256', verifier.serverKey).update(authMessage).digest('base64');
      return { kind: 'accepted', message: `v=${signature}` };
    },
  };
}

interface BegunExchange {
  readonly nonce: string;
  /** Text that the client must repeat: base64 of its choice of channel binding, and of the data that binds. */
  readonly binding: string;
  /** The part of the signed text that is known. */
  readonly signed: string;
}

interface Malformed {
  readonly reason: string;
}

/** https://www.rfc-editor.org/rfc/rfc5802#section-7 */
const FIRST = /^(?:(n|y)|p=([A-Za-z0-9.-]+)),(a=[^,]*)?,(.*)$/s;
const BARE = /^(m=)?(?:n=[^,]*),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?$/s;

function readFirst(
  mechanism: string,
  text: string,
  endPoint: Uint8Array | undefined,
): Malformed | { readonly nonce: string; readonly bare: string; readonly binding: string } {
  const isBound = mechanism === bindingMechanism && endPoint !== undefined;
  if (!isBound && mechanism !== scramMechanism) return { reason: 'the mechanism was not offered' };
  const [, plain, bound, authorization, bare = ''] = FIRST.exec(text) ?? [];
  if (plain === undefined && bound === undefined) return { reason: 'the first message is not written as one' };
  if (authorization !== undefined) return { reason: 'another identity than that of the account is not supported' };
  if (isBound !== (bound !== undefined)) return { reason: 'its channel binding is not that of its mechanism' };
  if (bound !== undefined && bound !== bindingType) return { reason: `its channel binding is not ${bindingType}` };
  // The client believes that the server cannot bind: somebody between them has changed the offer.
  if (plain === 'y' && endPoint) return { reason: 'channel binding was offered, and the client was not shown it' };
  if (bare.startsWith('m=')) return { reason: 'its extension is not supported' };
  const [, , nonce] = BARE.exec(bare) ?? [];
  if (nonce === undefined) return { reason: 'the first message has no nonce' };
  const header = Buffer.from(text.slice(0, text.length - bare.length));
  const binding = isBound ? Buffer.concat([header, endPoint]) : header;
  return { nonce, bare, binding: binding.toString('base64') };
}

const LAST = /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?),p=([A-Za-z0-9+/]+={0,2})$/s;

function readLast(
  text: string,
  binding: string,
  nonce: string,
): Malformed | { readonly withoutProof: string; readonly proof: Uint8Array } {
  const [, withoutProof = '', bound, repeated, encoded = ''] = LAST.exec(text) ?? [];
  if (bound === undefined) return { reason: 'the last message is not written as one' };
  if (repeated !== nonce) return { reason: 'the nonce of the last message is another one' };
  if (bound !== binding) return { reason: 'channel binding fails' };
  const proof = Buffer.from(encoded, 'base64');
  if (proof.length !== keyBytes) return { reason: 'the proof has another length' };
  return { withoutProof, proof };
}

/** Whether a proof was made with the key that the password gives. */
function isProof(proof: Uint8Array, { storedKey }: ScramVerifier, authMessage: string): boolean {
  const signature = createHmac('sha256', storedKey).update(authMessage).digest();
  const clientKey = signature.map((byte, index) => byte ^ (proof[index] as number)); // of the same length
  return timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey);
}

/** A message that is too long or no UTF-8 is none. */
function textOf(message: Uint8Array): string {
  if (message.length > mostBytes) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message);
  } catch {
    return '';
  }
}
