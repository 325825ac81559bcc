import { cookieIn, ownCookieName } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path of the public address, without a slash at the end; absent or empty at the root. */
    publicPath?: string;
  }
}

/** Names the cookie of a browser with sign-ins under way. */
function cookieName({ protocol, server: { publicPath = '' } }: FastifyRequest): string {
  return ownCookieName({ name: 'orrery-flow', protocol, publicPath });
}

/** Returns the random value of the browser; `undefined` without one, or with two cookies of the name. */
export function browserIn(request: FastifyRequest): string | undefined {
  const value = cookieIn(request.headers.cookie, cookieName(request));
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** Gives the value to the browser, for all of its tabs. It comes back with the answer of a provider, which is a link. */
export function giveBrowser(request: FastifyRequest, reply: FastifyReply, value: string, lastsMs: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const path = request.server.publicPath || '/';
  const end = `Max-Age=${Math.floor(lastsMs / 1_000)}`;
  reply.header('set-cookie', `${cookieName(request)}=${value}; Path=${path}; HttpOnly; SameSite=Lax; ${end}${secure}`);
}
