import type { ContextPath } from '../model/index.ts';

/** What SQL may read of whoever asks. Comes from a verified token, never from the question. */
export type RequestContext =
  | { readonly kind: 'caller'; readonly securityContext: Readonly<Record<string, unknown>> }
  /** Nobody asks: a statement is made only to be checked, so that every condition that may ever stand in it does. */
  | { readonly kind: 'probe' };

/** A caller of whom nothing is known. */
export const anonymous: RequestContext = { kind: 'caller', securityContext: {} };

/** What lies at a path; `undefined` for nothing, which is also what NULL means. Only own keys of objects are followed. */
export function valueAtPath(context: Readonly<Record<string, unknown>>, path: ContextPath): unknown {
  let value: unknown = context;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = Reflect.get(value, key);
  }
  return value ?? undefined;
}
