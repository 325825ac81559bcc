import type { PolicyCaller } from '@orrery/kernel';
import type { PolicyTerm } from '../../model/index.ts';
import { valueAtPath } from '../request-context.ts';

/** A value of the caller, or why there is none. A reason is for administrators only. */
export type Evaluated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/**
 * Evaluates policy expressions, without any evaluation by the host language. A missing value is an error, not an empty
 * value.
 */
export function evaluateTerm(term: PolicyTerm, caller: PolicyCaller): Evaluated {
  switch (term.kind) {
    case 'literal':
      return found(term.value);
    case 'path':
      return evaluatePath(term, caller);
    case 'not': {
      const inner = evaluateTerm(term.term, caller);
      return inner.ok ? found(!isTrue(inner.value)) : inner;
    }
    case 'and':
    case 'or':
      return evaluateJunction(term.kind, term.terms, caller);
    case 'call':
      return evaluateCall(term, caller);
    case 'text':
      return evaluateText(term.parts, caller);
  }
}

/** False for null, zero, the empty text and the empty list. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Names of the roots of paths in expressions. */
const rootNames = {
  'security-context': 'securityContext',
  'user-attributes': 'userAttributes',
  groups: 'groups',
} as const;

function evaluatePath(term: Extract<PolicyTerm, { kind: 'path' }>, caller: PolicyCaller): Evaluated {
  const name = [rootNames[term.of], ...term.path].join('.');
  if (term.of !== 'security-context' && caller.userAttributes === undefined) {
    return none(`'${name}' has no value: the caller has no cubeCloud in the security context`);
  }
  if (term.of === 'groups') return found(caller.groups);
  const context = term.of === 'security-context' ? caller.securityContext : (caller.userAttributes ?? {});
  const value = valueAtPath(context, term.path);
  return value === undefined ? none(`'${name}' has no value`) : found(value);
}

/** Evaluates from left to right until the result is known, and returns the last evaluated value. */
function evaluateJunction(kind: 'and' | 'or', terms: readonly PolicyTerm[], caller: PolicyCaller): Evaluated {
  let last: Evaluated = found(kind === 'and');
  for (const term of terms) {
    last = evaluateTerm(term, caller);
    if (!last.ok || isTrue(last.value) === (kind === 'or')) return last;
  }
  return last;
}

function evaluateCall(
  { on, method, arguments: given }: Extract<PolicyTerm, { kind: 'call' }>,
  caller: PolicyCaller,
): Evaluated {
  const subject = evaluateTerm(on, caller);
  if (!subject.ok) return subject;
  const values: unknown[] = [];
  for (const term of given) {
    const value = evaluateTerm(term, caller);
    if (!value.ok) return value;
    values.push(value.value);
  }
  const [argument] = values;
  const { value } = subject;
  if (Array.isArray(value)) {
    return method === 'includes' && isScalar(argument)
      ? found(value.some((item: unknown) => item === argument))
      : none(`${method} cannot be called on a list with this argument`);
  }
  if (typeof value !== 'string') return none(`${method} is called on neither a text nor a list`);
  if (method === 'toLowerCase') return found(value.toLowerCase());
  if (method === 'toUpperCase') return found(value.toUpperCase());
  if (typeof argument !== 'string') return none(`${method} of a text needs a text`);
  switch (method) {
    case 'includes':
      return found(value.includes(argument));
    case 'startsWith':
      return found(value.startsWith(argument));
    case 'endsWith':
      return found(value.endsWith(argument));
    default:
      return none(`there is no method ${method}`);
  }
}

function evaluateText(parts: readonly (string | PolicyTerm)[], caller: PolicyCaller): Evaluated {
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? found(part) : evaluateTerm(part, caller);
    if (!value.ok) return value;
    const written = exactText(value.value);
    if (written === undefined) return none('a value inside a text is neither a text nor an exact number nor a boolean');
    text += written;
  }
  return found(text);
}

/** Returns a single value in the form of filters; `undefined` when it has no exact text. */
export function exactText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function found(value: unknown): Evaluated {
  return { ok: true, value };
}

function none(reason: string): Evaluated {
  return { ok: false, reason };
}
