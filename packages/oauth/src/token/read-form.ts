import { OAuthError } from '../oauth-error.ts';

/** Fields of a form; those without a value are left out, as RFC 6749 section 3.2 has it. */
export type TokenForm = ReadonlyMap<string, string>;

/** @throws OAuthError for another kind of body, and for a field that is there twice */
export function readForm(contentType: string | undefined, body: unknown): TokenForm {
  const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i.test(contentType ?? '');
  if (!isForm || typeof body !== 'string') {
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded');
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'A parameter is there more than once');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}
