import { canCast } from './casts.ts';
import { settle, solvePolymorphic } from './polymorphic.ts';
import { chooseCandidate } from './choose-candidate.ts';
import { isPolymorphic, type ParameterName, type Signature } from './signature.ts';
import type { TypeName } from './sql-type.ts';

/** A signature that was chosen, with every type settled: one for each argument. */
export interface ResolvedSignature<S extends Signature> {
  readonly signature: S;
  readonly parameters: readonly TypeName[];
  readonly result: TypeName;
}

export type Resolution<S extends Signature> = ResolvedSignature<S> | { readonly failure: 'none' | 'ambiguous' };

/** A signature with as many parameters as there are arguments. */
export interface Candidate<S extends Signature> {
  readonly signature: S;
  readonly parameters: readonly ParameterName[];
}

/** Chooses among functions of one name, by the rules of chapter 10.3 of PostgreSQL's manual. */
export function resolveFunction<S extends Signature>(
  signatures: readonly S[],
  given: readonly TypeName[],
): Resolution<S> {
  const candidates = signatures.flatMap((signature) => widen(signature, given.length));
  return choose(candidates, given);
}

/**
 * Chooses among operators of one name, by the rules of chapter 10.2: a literal next to a known type is first tried as
 * that type.
 *
 * @param given one type for a prefix operator, else two
 */
export function resolveOperator<S extends Signature>(
  signatures: readonly S[],
  given: readonly TypeName[],
): Resolution<S> {
  const candidates = signatures.flatMap((signature) => widen(signature, given.length));
  const [left, right] = given;
  if (left !== undefined && right !== undefined && (left === 'unknown') !== (right === 'unknown')) {
    const known = left === 'unknown' ? right : left;
    const both = candidates.find(({ parameters }) => parameters.every((name) => name === known));
    if (both !== undefined) return settled(both, given);
  }
  return choose(candidates, given);
}

function choose<S extends Signature>(candidates: readonly Candidate<S>[], given: readonly TypeName[]): Resolution<S> {
  const exact = candidates.find(({ parameters }) => parameters.every((name, index) => name === given[index]));
  if (exact !== undefined) return settled(exact, given);
  const fitting = candidates.filter((candidate) => fits(candidate, given));
  const [only] = fitting;
  if (only === undefined) return { failure: 'none' };
  if (fitting.length === 1) return settled(only, given);
  const chosen = chooseCandidate(fitting, given);
  return chosen === undefined ? { failure: 'ambiguous' } : settled(chosen, given);
}

function widen<S extends Signature>(signature: S, count: number): readonly Candidate<S>[] {
  const { parameters, isVariadic, optional } = signature;
  const last = parameters.at(-1);
  if (isVariadic && last !== undefined) {
    if (count < parameters.length) return [];
    const repeated = Array.from({ length: count - parameters.length }, () => last);
    return [{ signature, parameters: [...parameters, ...repeated] }];
  }
  if (count > parameters.length || count < parameters.length - optional) return [];
  return [{ signature, parameters: parameters.slice(0, count) }];
}

function fits<S extends Signature>({ parameters }: Candidate<S>, given: readonly TypeName[]): boolean {
  if (!parameters.every((name, index) => accepts(name, given[index]))) return false;
  const solution = solvePolymorphic(parameters, given);
  if (solution === undefined) return false;
  return given.every((type, index) => {
    const parameter = parameters[index];
    return parameter === undefined || canCast(type, settle(parameter, type, solution), 'implicit');
  });
}

function accepts(parameter: ParameterName, type: TypeName | undefined): boolean {
  return type !== undefined && (isPolymorphic(parameter) || canCast(type, parameter, 'implicit'));
}

function settled<S extends Signature>(
  { signature, parameters }: Candidate<S>,
  given: readonly TypeName[],
): Resolution<S> {
  const solution = solvePolymorphic(parameters, given) ?? {};
  return {
    signature,
    parameters: parameters.map((name, index) => settle(name, given[index] ?? 'unknown', solution)),
    result: settle(signature.result, 'text', solution),
  };
}
