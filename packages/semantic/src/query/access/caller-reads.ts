import type { PolicyCaller } from '@orrery/kernel';
import type { Policy, PolicyExpression, PolicyFilter, PolicyTerm } from '../../model/index.ts';
import { valueAtPath } from '../request-context.ts';

type PolicyPath = Extract<PolicyTerm, { kind: 'path' }>;

/** All values that policies read of callers. Callers with equal values are treated alike. */
export class CallerReads {
  readonly #groups: ReadonlySet<string>;
  readonly #roles: ReadonlySet<string>;
  readonly #paths: readonly PolicyPath[];

  constructor(policies: readonly Policy[]) {
    const named = (kind: 'groups' | 'roles') =>
      new Set(policies.flatMap(({ needs }) => (needs?.kind === kind ? needs.names : [])));
    this.#groups = named('groups');
    this.#roles = named('roles');
    const paths = policies.flatMap(expressionsOf).flatMap(({ expression }) => pathsIn(expression));
    this.#paths = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  }

  /** Returns a key that is equal exactly when every policy means the same for both callers. */
  keyOf(caller: PolicyCaller): string {
    const groups = caller.groups.filter((name) => this.#groups.has(name)).sort();
    const roles = caller.roles.filter((name) => this.#roles.has(name)).sort();
    const values = this.#paths.map((path) => valueOf(path, caller));
    return JSON.stringify([groups, roles, caller.userAttributes === undefined, values], exact);
  }
}

/** Keeps a number beyond the range of doubles distinct from NULL, which JSON would write for both. */
function exact(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

/** Missing and NULL are equal to every expression. */
function valueOf({ of, path }: PolicyPath, caller: PolicyCaller): unknown {
  switch (of) {
    case 'groups':
      return caller.groups;
    case 'security-context':
      return valueAtPath(caller.securityContext, path);
    case 'user-attributes':
      return valueAtPath(caller.userAttributes ?? {}, path);
  }
}

function expressionsOf({ conditions, rows }: Policy): readonly PolicyExpression[] {
  return [...conditions, ...(rows ?? []).flatMap(valuesIn)];
}

function valuesIn(filter: PolicyFilter): readonly PolicyExpression[] {
  if (filter.kind !== 'member') return filter.filters.flatMap(valuesIn);
  return (filter.values ?? []).filter((value) => typeof value === 'object' && value !== null);
}

function pathsIn(term: PolicyTerm): readonly PolicyPath[] {
  switch (term.kind) {
    case 'path':
      return [term];
    case 'literal':
      return [];
    case 'not':
      return pathsIn(term.term);
    case 'and':
    case 'or':
      return term.terms.flatMap(pathsIn);
    case 'call':
      return [term.on, ...term.arguments].flatMap(pathsIn);
    case 'text':
      return term.parts.flatMap((part) => (typeof part === 'string' ? [] : pathsIn(part)));
  }
}
