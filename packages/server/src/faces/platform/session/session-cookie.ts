import { cookieIn, ownCookieName } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionKind } from '@orrery/people';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path of the public address, without a slash at the end; absent or empty at the root. */
    publicPath?: string;
  }
}

const names: Readonly<Record<SessionKind, string>> = { application: 'orrery-session', frame: 'orrery-frame' };

function cookieName({ protocol, server: { publicPath = '' } }: FastifyRequest, kind: SessionKind): string {
  return ownCookieName({ name: names[kind], protocol, publicPath });
}

/** Returns the browser's session token; `undefined` without one, or with two cookies of the name. */
export function sessionIn(request: FastifyRequest, kind: SessionKind): string | undefined {
  return cookieIn(request.headers.cookie, cookieName(request, kind));
}

interface GivenSession {
  readonly text: string;
  readonly lastsMs: number;
}

export function giveSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, lastsMs }: GivenSession,
  kind: SessionKind,
): void {
  reply.header('set-cookie', cookie(request, kind, text, `Max-Age=${Math.floor(lastsMs / 1_000)}`));
}

export function takeSession(request: FastifyRequest, reply: FastifyReply, kind: SessionKind): void {
  reply.header('set-cookie', cookie(request, kind, '', 'Max-Age=0'));
}

/**
 * A cookie in the frame of another site must be `Secure`, and browsers keep it apart for each site around the frame.
 * Plain HTTP is served on this machine only, where Chromium and Firefox accept such cookies too.
 */
function cookie(request: FastifyRequest, kind: SessionKind, text: string, end: string): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const sites = kind === 'frame' ? `SameSite=None; ${end}; Secure; Partitioned` : `SameSite=Lax; ${end}${secure}`;
  return `${cookieName(request, kind)}=${text}; Path=${request.server.publicPath || '/'}; HttpOnly; ${sites}`;
}
