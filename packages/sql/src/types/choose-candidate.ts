import { canCast } from './casts.ts';
import type { Candidate } from './resolve.ts';
import { isPolymorphic, type ParameterName, type Signature } from './signature.ts';
import type { TypeName } from './sql-type.ts';
import { categoryOf, isPreferred, type TypeCategory } from './type-facts.ts';

/**
 * Picks one of several candidates that all fit, as PostgreSQL's `func_select_candidate` does: most exact types, most
 * preferred types, then a guess for the literals. `undefined`: ambiguous.
 */
export function chooseCandidate<S extends Signature>(
  candidates: readonly Candidate<S>[],
  given: readonly TypeName[],
): Candidate<S> | undefined {
  const exact = mostOf(candidates, ({ parameters }) => count(parameters, given, (name, type) => name === type));
  if (exact.length === 1) return exact[0];
  const preferred = mostOf(exact, ({ parameters }) =>
    count(parameters, given, (name, type) => name === type || isPreferredIn(name, categoryOf(type))),
  );
  if (preferred.length === 1) return preferred[0];
  if (!given.includes('unknown')) return undefined;
  const guessed = guessLiterals(preferred, given);
  if (guessed.length === 1) return guessed[0];
  return asKnown(guessed, given);
}

function mostOf<C>(candidates: readonly C[], score: (candidate: C) => number): readonly C[] {
  const best = Math.max(...candidates.map(score));
  return candidates.filter((candidate) => score(candidate) === best);
}

function count(
  parameters: readonly ParameterName[],
  given: readonly TypeName[],
  matches: (name: ParameterName, type: TypeName) => boolean,
): number {
  return given.filter((type, index) => {
    const parameter = parameters[index];
    return type !== 'unknown' && parameter !== undefined && matches(parameter, type);
  }).length;
}

function isPreferredIn(name: ParameterName, category: TypeCategory): boolean {
  return !isPolymorphic(name) && isPreferred(name) && categoryOf(name) === category;
}

function categoryOfParameter(name: ParameterName): TypeCategory {
  return isPolymorphic(name) ? 'P' : categoryOf(name);
}

interface Guess {
  readonly position: number;
  readonly category: TypeCategory;
  readonly hasPreferred: boolean;
}

/** Keeps the candidates that take literals as one category: strings, or the only one there is. */
function guessLiterals<S extends Signature>(
  candidates: readonly Candidate<S>[],
  given: readonly TypeName[],
): readonly Candidate<S>[] {
  const guesses: Guess[] = [];
  for (const [position, type] of given.entries()) {
    if (type !== 'unknown') continue;
    const names = candidates.flatMap(({ parameters }) => parameters[position] ?? []);
    const categories = new Set(names.map(categoryOfParameter));
    const [first] = categories;
    if (first === undefined || (categories.size > 1 && !categories.has('S'))) return candidates;
    const category = categories.size > 1 ? 'S' : first;
    guesses.push({ position, category, hasPreferred: names.some((name) => isPreferredIn(name, category)) });
  }
  const kept = candidates.filter(({ parameters }) =>
    guesses.every(({ position, category, hasPreferred }) => {
      const name = parameters[position];
      if (name === undefined || categoryOfParameter(name) !== category) return false;
      return !hasPreferred || isPreferredIn(name, category);
    }),
  );
  return kept.length > 0 ? kept : candidates;
}

/** When all known arguments have one type, literals are tried as that type too. */
function asKnown<S extends Signature>(
  candidates: readonly Candidate<S>[],
  given: readonly TypeName[],
): Candidate<S> | undefined {
  const known = new Set(given.filter((type) => type !== 'unknown'));
  const [type] = known;
  if (type === undefined || known.size > 1) return undefined;
  const fitting = candidates.filter(({ parameters }) =>
    parameters.every((name) => isPolymorphic(name) || canCast(type, name, 'implicit')),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
