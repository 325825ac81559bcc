import type { FastifyReply, FastifyRequest } from 'fastify';
import { withAnswer } from '../address/index.ts';
import { namesDocument } from '../document/index.ts';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import type { RedirectFault } from './authorization.ts';
import { mostCharacters, readAuthorization } from './read-authorization.ts';

/** Headers of a page on which nothing loads or runs. */
const pageHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
};

/**
 * Answers the browser that an application sent: a redirect to sign-in, to the page of consent, or back with a fault. It has
 * no effect, because programs and scanners of links ask for the address too.
 */
export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  { oauthClients, addresses, personOf, notice }: OAuthDependencies,
): Promise<FastifyReply> {
  const target = request.originalUrl;
  const query = target.includes('?') ? target.slice(target.indexOf('?') + 1) : '';
  const person = await personOf(request);
  if (query.length <= mostCharacters && namesDocument(query)) {
    // The page reads the request when its person has signed in: strangers cause no request for a document.
    return reply.redirect(`${addresses.path()}${person ? `/connect?${query}` : signInFor(query)}`, 302);
  }
  const read = await readAuthorization(query, { clients: oauthClients, addresses, accountId: person?.accountId });
  if (read.kind === 'page') {
    return reply.code(400).headers(pageHeaders).send(notice('The application cannot be connected', read.sentence));
  }
  const issuer = addresses.issuer();
  if (read.kind === 'redirect' && read.isTrusted) return reply.redirect(faultAt(read, issuer), 302);
  if (person || read.kind === 'redirect') return reply.redirect(`${addresses.path()}/connect?${query}`, 302);
  if (read.prompt.has('none') && read.isTrusted) {
    const fault = { error: 'login_required', sentence: 'No user is signed in' } as const;
    return reply.redirect(faultAt({ ...read, ...fault }, issuer), 302);
  }
  return reply.redirect(`${addresses.path()}${signInFor(query)}`, 302);
}

function signInFor(query: string): string {
  return `/sign-in?next=${encodeURIComponent(`/connect?${query}`)}`;
}

type SentFault = Pick<RedirectFault, 'redirectUri' | 'error' | 'sentence' | 'state'>;

function faultAt({ redirectUri, error, sentence, state }: SentFault, issuer: string | undefined): string {
  return withAnswer(redirectUri, { error, error_description: sentence, state, iss: issuer });
}
