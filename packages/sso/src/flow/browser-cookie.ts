import { cookieIn, ownCookieName } from '@orrery/kernel';
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

function giveCookie(request: FastifyRequest, reply: FastifyReply, pair: string, lastsMs: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const path = request.server.publicPath || '/';
  const end = `Max-Age=${Math.floor(lastsMs / 1_000)}`;
  reply.header('set-cookie', `${pair}; Path=${path}; HttpOnly; SameSite=Lax; ${end}${secure}`);
}
