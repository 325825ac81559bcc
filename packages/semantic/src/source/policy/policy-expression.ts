import type { PolicyTerm } from '../../model/index.ts';

/** Why a text is not an expression of a policy. `names-cube`: it reads something other than the caller. */
export interface ExpressionFault {
  readonly kind: 'syntax' | 'names-cube';
  /** The fault as a message, or the name. */
  readonly reason: string;
}

export type ReadExpression = { readonly term: PolicyTerm } | { readonly fault: ExpressionFault };

type Root = Extract<PolicyTerm, { kind: 'path' }>['of'];

const roots: ReadonlyMap<string, Root> = new Map([
  ['securityContext', 'security-context'],
  ['security_context', 'security-context'],
  ['userAttributes', 'user-attributes'],
  ['user_attributes', 'user-attributes'],
  ['groups', 'groups'],
]);

/** Names with which an expression may begin. */
export const callerNames: readonly string[] = [...roots.keys()];

const constants: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);

/** Number of arguments of each method of a list or a text. */
const policyMethods: ReadonlyMap<string, number> = new Map([
  ['includes', 1],
  ['startsWith', 1],
  ['endsWith', 1],
  ['toLowerCase', 0],
  ['toUpperCase', 0],
]);

/** Bound on the length of an expression. */
const maxLength = 2000;
const deepest = 20;

/**
 * Parses an expression of attributes, `and`, `or`, `not` and calls from a closed list. The host language never runs any
 * of it.
 */
export function readPolicyExpression(text: string): ReadExpression {
  if (text.length > maxLength)
    return { fault: { kind: 'syntax', reason: `it is longer than ${maxLength} characters` } };
  const tokens = tokenize(text);
  if (!Array.isArray(tokens)) return { fault: tokens };
  const reader = new PolicyParser(tokens);
  try {
    const term = reader.either(0);
    reader.end();
    return { term };
  } catch (error) {
    if (!(error instanceof PolicyRefused)) throw error;
    return { fault: error.fault };
  }
}

type PolicyToken =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly value: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: number };

const shape = /\s+|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?)(?!\w)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([.,()[\]])/sy;

function tokenize(text: string): PolicyToken[] | ExpressionFault {
  const tokens: PolicyToken[] = [];
  shape.lastIndex = 0;
  while (shape.lastIndex < text.length) {
    const from = shape.lastIndex;
    const match = shape.exec(text);
    if (!match) {
      const rest = text.slice(from, from + 12);
      const isComparison = /^(?:[=!<>]|[-+*/%])/.test(rest);
      const why = isComparison ? 'comparisons and arithmetic are not part of it' : 'it cannot be read';
      return { kind: 'syntax', reason: `${why} from '${rest}' on` };
    }
    const [all, name, number, single, double, sign] = match;
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, value: Number(number) });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else {
      const quoted = single ?? double;
      if (quoted !== undefined) tokens.push({ kind: 'text', text: all, value: quoted.replace(/\\(.)/gs, '$1') });
    }
  }
  return tokens;
}

class PolicyRefused extends Error {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** Parses one level of the grammar per method. @throws Refused */
class PolicyParser {
  readonly #tokens: readonly PolicyToken[];
  #at = 0;

  constructor(tokens: readonly PolicyToken[]) {
    this.#tokens = tokens;
  }

  either(depth: number): PolicyTerm {
    if (depth > deepest) refuse('it is nested too deep');
    const terms = [this.#all(depth)];
    while (this.#takes('name', 'or')) terms.push(this.#all(depth));
    return joined('or', terms);
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token) refuse(`nothing more is expected before '${token.text}'`);
  }

  #all(depth: number): PolicyTerm {
    const terms = [this.#not(depth)];
    while (this.#takes('name', 'and')) terms.push(this.#not(depth));
    return joined('and', terms);
  }

  #not(depth: number): PolicyTerm {
    if (depth > deepest) refuse('it is nested too deep');
    return this.#takes('name', 'not') ? { kind: 'not', term: this.#not(depth + 1) } : this.#called(depth);
  }

  /** A value, and the calls that follow it. */
  #called(depth: number): PolicyTerm {
    let term = this.#value(depth);
    while (this.#takes('sign', '.')) {
      const name = this.#name();
      if (!this.#takes('sign', '(')) refuse(`'${name}' is not an attribute of the caller`);
      term = this.#call(term, name, depth);
    }
    return term;
  }

  #value(depth: number): PolicyTerm {
    const token = this.#tokens[this.#at++];
    switch (token?.kind) {
      case undefined:
        return refuse('a value is expected at the end');
      case 'text':
      case 'number':
        return { kind: 'literal', value: token.value };
      case 'sign': {
        if (token.text !== '(') return refuse(`a value is expected before '${token.text}'`);
        const inner = this.either(depth + 1);
        this.#expect(')');
        return inner;
      }
      case 'name':
        return this.#named(token.text, depth);
    }
  }

  #named(name: string, depth: number): PolicyTerm {
    const constant = constants.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant };
    const of = roots.get(name);
    if (of === undefined) {
      if (['and', 'or', 'not'].includes(name)) refuse(`a value is expected before '${name}'`);
      throw new PolicyRefused({ kind: 'names-cube', reason: [name, ...this.#rest()].join('.') });
    }
    const path: string[] = [];
    for (;;) {
      if (this.#takes('sign', '[')) {
        const key = this.#tokens[this.#at++];
        if (key?.kind !== 'text') refuse('a name in quotes is expected in []');
        else path.push(key.value);
        this.#expect(']');
      } else if (this.#takes('sign', '.')) {
        const step = this.#name();
        if (this.#takes('sign', '(')) return this.#call(attribute(of, path, name), step, depth);
        path.push(step);
      } else return attribute(of, path, name);
    }
  }

  #call(on: PolicyTerm, method: string, depth: number): PolicyTerm {
    const takes = policyMethods.get(method);
    if (takes === undefined)
      return refuse(`'${method}' is not one of the methods ${[...policyMethods.keys()].join(', ')}`);
    const given: PolicyTerm[] = [];
    if (!this.#takes('sign', ')')) {
      do given.push(this.either(depth + 1));
      while (this.#takes('sign', ','));
      this.#expect(')');
    }
    if (given.length !== takes) refuse(`'${method}' takes ${takes === 0 ? 'no argument' : 'one argument'}`);
    return { kind: 'call', on, method, arguments: given };
  }

  /** The steps after an unknown name, for the message. */
  #rest(): readonly string[] {
    const steps: string[] = [];
    while (this.#takes('sign', '.') && this.#tokens[this.#at]?.kind === 'name') steps.push(this.#name());
    return steps;
  }

  #name(): string {
    const token = this.#tokens[this.#at++];
    return token?.kind === 'name' ? token.text : refuse('a name is expected after the dot');
  }

  #takes(kind: PolicyToken['kind'], text: string): boolean {
    const token = this.#tokens[this.#at];
    const found = token?.kind === kind && token.text === text;
    if (found) this.#at += 1;
    return found;
  }

  #expect(sign: string): void {
    if (this.#takes('sign', sign)) return;
    const token = this.#tokens[this.#at];
    refuse(`'${sign}' is expected ${token ? `before '${token.text}'` : 'at the end'}`);
  }
}

function attribute(of: Root, path: readonly string[], name: string): PolicyTerm {
  if (of === 'groups' && path.length > 0) refuse('groups is a list of names');
  if (of !== 'groups' && path.length === 0) refuse(`an attribute of ${name} is expected: ${name}.region`);
  return { kind: 'path', of, path };
}

function joined(kind: 'and' | 'or', terms: readonly PolicyTerm[]): PolicyTerm {
  const [only, ...others] = terms;
  return only && others.length === 0 ? only : { kind, terms };
}

function refuse(reason: string): never {
  throw new PolicyRefused({ kind: 'syntax', reason });
}
