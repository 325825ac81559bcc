import type { ContextPath } from '../model/index.ts';

/** Values of the caller that SQL may read. They come from a verified token, never from the query. */
export type RequestContext =
  | { readonly kind: 'caller'; readonly securityContext: Readonly<Record<string, unknown>> }
  /** No caller: the statement is only checked, so every optional condition is included. */
  | { readonly kind: 'probe' };

/** A caller without values. */
export const anonymous: RequestContext = { kind: 'caller', securityContext: {} };

/** Returns the value at a path; `undefined` when missing or NULL. Only own keys of objects are followed. */
export function valueAtPath(context: Readonly<Record<string, unknown>>, path: ContextPath): unknown {
  let value: unknown = context;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = Reflect.get(value, key);
  }
  return value ?? undefined;
}
