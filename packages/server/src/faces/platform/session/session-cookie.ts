import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers accept `__Host-` only from this exact host, over HTTPS, for the whole host. */
function cookieName({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? '__Host-orrery-session' : 'orrery-session';
}

/** Returns the browser's session token; `undefined` without one, or with two cookies of the name. */
export function sessionIn(request: FastifyRequest): string | undefined {
  const name = cookieName(request);
  const found = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return key.trim() === name ? [value.join('=').trim()] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

export function giveSession(request: FastifyRequest, reply: FastifyReply, text: string, expiresAt: number): void {
  reply.header('set-cookie', cookie(request, text, `Expires=${new Date(expiresAt).toUTCString()}`));
}

export function takeSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', cookie(request, '', 'Max-Age=0'));
}

function cookie(request: FastifyRequest, text: string, end: string): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookieName(request)}=${text}; Path=/; HttpOnly; SameSite=Lax; ${end}${secure}`;
}
