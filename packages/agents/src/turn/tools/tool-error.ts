import { presentError } from '@orrery/runtime';

/** A call that a tool does not take. The message says the way out. */
export class ToolRefused extends Error {}

/** The result of a tool that failed, in words that the model can act on; what only the log may know stays out. */
export function toolError(error: unknown, requestId: string): { readonly error: string } {
  if (error instanceof ToolRefused) return { error: `Error: BadRequestError: ${error.message}` };
  const { status, body } = presentError(error, { requestId, isDevelopment: false });
  const hints = (body.problems ?? []).flatMap(({ hint, message }) => {
    const more = body.error.includes(message) ? [] : [message];
    return hint === undefined || body.error.includes(hint) ? more : [...more, hint];
  });
  const text = [body.error.replace(/^Error: /, ''), ...hints].map((each) => each.replace(/\.$/, '')).join('. ');
  return { error: `Error: ${classes[status] ?? (status < 500 ? 'BadRequestError' : 'InternalServerError')}: ${text}` };
}

const classes: Readonly<Record<number, string>> = {
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  429: 'TooManyRequestsError',
  503: 'ServiceUnavailableError',
};
