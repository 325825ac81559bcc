import { escapeHtml, RequestError } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { backIn } from '../flow/index.ts';
import { sendPage } from '../page/index.ts';
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
  const back = backIn(request);
  const isInFrame = back.kind === 'frame';
  const ways = isInFrame ? wayOfFrame : linkTo(`${ownAddress ?? ''}/sign-in`, back.account);
  return sendPage(reply.code(status), {
    heading,
    body: `<p role="alert">${escapeHtml(sentence)}</p>${ways}<p><small>Request ${escapeHtml(request.id)}</small></p>`,
    width: 'narrow',
    script: isInFrame ? closing : undefined,
  });
}

function linkTo(signIn: string, account: string | undefined): string {
  const query = account === undefined ? '' : `?${new URLSearchParams({ account })}`;
  return `<p><a href="${escapeHtml(`${signIn}${query}`)}">Back to sign-in</a></p>`;
}

/** A sign-in for a frame can begin there only. Browsers let scripts close some windows only. */
const wayOfFrame = `<p>Close this window, and go back to the page that opened it, to sign in there in another way.</p><p id="closing"></p>`;

const closing = `
const button = document.createElement('button');
button.textContent = 'Close this window';
button.addEventListener('click', () => window.close());
document.getElementById('closing').append(button);`;

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
