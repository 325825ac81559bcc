import { cookieIn, ownCookieName } from '@orrery/kernel';
import { isAccountName } from '@orrery/people';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path of the public address, without a slash at the end; absent or empty at the root. */
    publicPath?: string;
  }
}

const flow = 'orrery-flow';
const hop = 'orrery-flow-there';
const hopMs = 30_000;
const back = 'orrery-flow-back';
/** Marks a sign-in in the window of a frame; names of accounts have no colon. */
const ofFrame = ':frame';

/** Names a cookie of a browser with sign-ins under way. */
function cookieName({ protocol, server: { publicPath = '' } }: FastifyRequest, name: string): string {
  return ownCookieName({ name, protocol, publicPath });
}

/** Returns the random value of the browser; `undefined` without one, or with two cookies of the name. */
export function browserIn(request: FastifyRequest): string | undefined {
  const value = cookieIn(request.headers.cookie, cookieName(request, flow));
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** Gives the value to the browser, for all of its tabs. It comes back with the answer of a provider, which is a link. */
export function giveBrowser(request: FastifyRequest, reply: FastifyReply, value: string, lastsMs: number): void {
  giveCookie(request, reply, `${cookieName(request, flow)}=${value}`, lastsMs);
}

/** Returns the key of the provider at which a sign-in has just begun that goes on here. */
export function hopIn(request: FastifyRequest): string | undefined {
  return cookieIn(request.headers.cookie, cookieName(request, hop));
}

/** Remembers for a moment that an answer of a provider has begun a sign-in here. @param key `undefined` forgets it */
export function giveHop(request: FastifyRequest, reply: FastifyReply, key: string | undefined): void {
  giveCookie(request, reply, `${cookieName(request, hop)}=${key ?? ''}`, key === undefined ? 0 : hopMs);
}

/** Where a sign-in leads back to that does not succeed: a frame, or the sign-in page, with the account that it names. */
export type WayBack = { readonly kind: 'frame' } | { readonly kind: 'page'; readonly account: string | undefined };

/** Returns where a sign-in began: as the address says, or the one that the browser began last. */
export function backIn(request: FastifyRequest): WayBack {
  const { frame, account } = request.query as Readonly<Record<string, unknown>>; // of any request
  if (frame !== undefined) return { kind: 'frame' };
  if (typeof account === 'string') return { kind: 'page', account: accountName(account) };
  const value = cookieIn(request.headers.cookie, cookieName(request, back));
  if (value === ofFrame) return { kind: 'frame' };
  return { kind: 'page', account: accountName(value) };
}

/** Remembers where a sign-in began. The account is the one in the address, so that the account of a provider stays unknown. */
export function giveBack(request: FastifyRequest, reply: FastifyReply, way: WayBack, lastsMs: number): void {
  const value = way.kind === 'frame' ? ofFrame : (accountName(way.account) ?? '');
  const name = cookieName(request, back);
  if (value === '' && cookieIn(request.headers.cookie, name) === undefined) return;
  giveCookie(request, reply, `${name}=${value}`, value === '' ? 0 : lastsMs);
}

function accountName(text: string | undefined): string | undefined {
  return text !== undefined && isAccountName(text) ? text : undefined;
}

function giveCookie(request: FastifyRequest, reply: FastifyReply, pair: string, lastsMs: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const path = request.server.publicPath || '/';
  const end = `Max-Age=${Math.floor(lastsMs / 1_000)}`;
  reply.header('set-cookie', `${pair}; Path=${path}; HttpOnly; SameSite=Lax; ${end}${secure}`);
}
