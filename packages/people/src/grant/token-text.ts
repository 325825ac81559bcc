import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** No kind has a dot in it: three parts behind `Bearer` are a JWT. Logs hide texts by these beginnings. */
const beginnings = {
  access: 'oat-',
  code: 'oac-',
  refresh: 'ort-',
  client: 'oc-',
  secret: 'ocs-',
  device: 'odc-',
} as const;

type RandomKind = Exclude<keyof typeof beginnings, 'refresh'>;

/** Random bytes: too many to be guessed, and fewer where a text is no secret. */
const byteCounts: Readonly<Record<RandomKind, number>> = { access: 32, code: 32, client: 16, secret: 32, device: 32 };

const handleBytes = 16;

/** A refresh token, which is derived from the secret of an account and is stored nowhere. */
export interface RefreshToken {
  /** Names the grant. */
  readonly handle: string;
  /** How many refresh tokens of the grant there were before it. */
  readonly generation: number;
  readonly mac: string;
}

export function makeToken(kind: RandomKind): string {
  return beginnings[kind] + randomBytes(byteCounts[kind]).toString('base64url');
}

export function makeHandle(): string {
  return randomBytes(handleBytes).toString('base64url');
}

export function isToken(kind: 'access' | 'code' | 'device', text: string): boolean {
  return text.startsWith(beginnings[kind]) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(beginnings[kind].length));
}

/** Whether a text says of itself that it is an access token, well formed or not. */
export function claimsToBeAccessToken(text: string): boolean {
  return text.startsWith(beginnings.access);
}

/** @param key of the account */
export function refreshText(key: Uint8Array, handle: string, generation: number): string {
  return `${beginnings.refresh}${handle}${hex(generation)}${macOf(key, handle, generation)}`;
}

/** Reads a text of the right form; whether it is authentic, `isAuthentic` tells. */
export function readRefresh(text: string): RefreshToken | undefined {
  const [, handle, generation, mac] = /^ort-([A-Za-z0-9_-]{22})([0-9a-f]{6})([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (handle === undefined || generation === undefined || mac === undefined) return undefined;
  return { handle, generation: Number.parseInt(generation, 16), mac };
}

/** @param key of the account */
export function isAuthentic(key: Uint8Array, { handle, generation, mac }: RefreshToken): boolean {
  return timingSafeEqual(Buffer.from(macOf(key, handle, generation)), Buffer.from(mac));
}

function macOf(key: Uint8Array, handle: string, generation: number): string {
  return createHmac('sha256', key).update(`refresh/${handle}/${generation}`).digest('base64url');
}

function hex(generation: number): string {
  return generation.toString(16).padStart(6, '0');
}
