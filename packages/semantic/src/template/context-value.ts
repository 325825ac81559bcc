import type { SecurityContext } from '@orrery/kernel';
import { dictionary, integer, list, type TemplateValue } from './value.ts';

/** A part of the security context that a template has read. Two contexts that agree on all of them render alike. */
export interface ContextRead {
  /** Below the security context; empty: all of it. */
  readonly path: readonly string[];
  /** `kind`: only whether it is a list, a dictionary or neither. */
  readonly what: 'value' | 'kind';
  /** The value as JSON, or `a list` or `a dictionary`; `undefined` when missing. */
  readonly found: string | undefined;
}

/** A part of the context that was not read yet; only its path is known. */
export interface ContextValue {
  readonly kind: 'context';
  /** The name of the part in the template. */
  readonly name: string;
  /** `undefined`: above the security context. */
  readonly path: readonly string[] | undefined;
}

/** Hands out values of one security context and remembers which. */
export class ContextReader {
  readonly #context: SecurityContext;
  readonly #reads = new Map<string, ContextRead>();

  constructor(context: SecurityContext) {
    this.#context = context;
  }

  get reads(): readonly ContextRead[] {
    return [...this.#reads.values()];
  }

  /** Reads a single value at once. For a list or a dictionary, reads only the parts the template uses later. */
  step(from: ContextValue, key: string): TemplateValue {
    const name = `${from.name}.${key}`;
    if (from.path === undefined) {
      const isSecurity = key === 'securityContext' || key === 'security_context';
      return isSecurity ? { kind: 'context', name, path: [] } : { kind: 'missing', name };
    }
    const path = [...from.path, key];
    const found = valueAt(this.#context, path);
    if (typeof found === 'object' && found !== null) {
      this.#remember(path, 'kind');
      return { kind: 'context', name, path };
    }
    this.#remember(path, 'value');
    return toValue(found, name);
  }

  /** Reads all of a part, as a list or a dictionary. */
  whole({ path, name }: ContextValue): TemplateValue {
    if (path === undefined) return dictionary([['securityContext', this.whole({ kind: 'context', name, path: [] })]]);
    const found = valueAt(this.#context, path);
    this.#remember(path, 'value');
    return toValue(found, name);
  }

  #remember(path: readonly string[], what: ContextRead['what']): void {
    this.#reads.set(`${what} ${JSON.stringify(path)}`, { path, what, found: readContext(this.#context, path, what) });
  }
}

/** Result of a read as text; equal results have equal texts. */
export function readContext(
  context: SecurityContext,
  path: readonly string[],
  what: ContextRead['what'],
): string | undefined {
  const found = valueAt(context, path);
  if (what === 'value' || typeof found !== 'object' || found === null) return JSON.stringify(found);
  return Array.isArray(found) ? 'a list' : 'a dictionary';
}

/** Reads own properties only: inherited ones were not in the token. */
function valueAt(context: SecurityContext, path: readonly string[]): unknown {
  let value: unknown = context;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function toValue(value: unknown, name: string): TemplateValue {
  switch (typeof value) {
    case 'string':
      return { kind: 'text', text: value, trust: 'caller', from: name };
    case 'boolean':
      return value;
    case 'number':
      return Number.isInteger(value) ? integer(value) : { kind: 'float', value };
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return list(value.map((item: unknown) => toValue(item, name)));
      return {
        ...dictionary(Object.entries(value).map(([key, item]) => [key, toValue(item, `${name}.${key}`)])),
        keysFrom: name,
      };
    default:
      return { kind: 'missing', name };
  }
}
