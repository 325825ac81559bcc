import type { WireProblem } from '@orrery/contract';

/** Problems of a request found before the model is used. `docs/data-api.md` lists the same codes. */
export const requestCodes = {
  'request.blending-granularity': 'Queries of an array do not share one granularity.',
  'request.cancelled': 'The query was cancelled by its request id.',
  'request.compared-twice': 'More than one time dimension has a `compareDateRange`.',
  'request.duplicate-key': 'One object has the same key twice.',
  'request.expression': 'A member is an expression; only names are taken.',
  'request.ignored': 'A warning: a key has no effect in this kind of request.',
  'request.invalid-filter':
    'A filter is neither a member with an operator and values nor one group; the hint says why.',
  'request.invalid-name': 'A name is not of the form `cube.member`.',
  'request.invalid-value': 'A value is not one of those allowed.',
  'request.limit-reached': 'A warning: the answer ends at a limit nobody asked for, and there may be more rows.',
  'request.not-allowed': 'A key that callers may not use.',
  'request.not-json': 'The body or the query is not JSON.',
  'request.not-served': 'Part of the contract, not served yet.',
  'request.not-suggested': 'The model does not suggest values of this dimension.',
  'request.query-required': 'The request has no query.',
  'request.query-type-required': 'The query answers with several results; the client must announce that it reads them.',
  'request.refused': 'The request is not well-formed HTTP.',
  'request.required': 'A key is missing.',
  'request.too-big': 'A number, list or text is over its limit.',
  'request.too-deep': 'The JSON is nested too deep.',
  'request.too-large': 'The body is over the size limit.',
  'request.too-many-values': 'The JSON holds too many values.',
  'request.too-small': 'A number or list is under its limit.',
  'request.unknown-key': 'A key that does not exist there; the hint names the nearest one.',
  'request.wrong-type': 'A value is of the wrong type.',
} as const;

export type RequestCode = keyof typeof requestCodes;

export function requestProblem(
  code: RequestCode,
  message: string,
  where: { readonly path?: string | undefined; readonly hint?: string | undefined } = {},
): WireProblem {
  return {
    code,
    message,
    ...(where.path ? { path: where.path } : {}),
    ...(where.hint ? { hint: where.hint } : {}),
  };
}
