import { randomBytes } from 'node:crypto';
import { escapeHtml, RequestError } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reasonOf } from './reason-of.ts';

/** Answers a person who was not signed in with a page that says why. The log has the reason. */
export function answerSsoError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  ownAddress: string | undefined,
): FastifyReply {
  const status = statusOf(error);
  const isOurs = status >= 500 && !(error instanceof RequestError);
  if (isOurs) request.log.error({ err: error }, 'request failed');
  else if (error instanceof RequestError)
    request.log.info({ code: error.code, reason: reasonOf(error) }, 'a sign-in at a provider did not succeed');
  const sentence =
    isOurs || !(error instanceof Error) ? 'Something went wrong on this server.' : sentenceOf(error, status);
  const isTest = error instanceof RequestError && error.code === 'sso.admins-only';
  const heading = isTest ? 'The provider was not tested' : 'You are not signed in';
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(pageOf({ heading, sentence, requestId: request.id, back: `${ownAddress ?? ''}/sign-in`, nonce }));
}

function sentenceOf(error: Error, status: number): string {
  return status === 413
    ? 'The answer of the provider is longer than what is read here. Ask an administrator.'
    : error.message;
}

function statusOf(error: unknown): number {
  if (error instanceof RequestError) return error.status;
  const { statusCode } = error as { readonly statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}

interface FaultPage {
  readonly heading: string;
  readonly sentence: string;
  readonly requestId: string;
  /** Address of the sign-in page. */
  readonly back: string;
  readonly nonce: string;
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 24rem; padding: 2rem; }
h1 { font-size: 1.25rem; }
small { opacity: 0.7; }`;

function pageOf({ heading, sentence, requestId, back, nonce }: FaultPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} - Orrery</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${heading}</h1><p role="alert">${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(back)}">Back to sign-in</a></p><p><small>Request ${escapeHtml(requestId)}</small></p></main></body></html>
`;
}
