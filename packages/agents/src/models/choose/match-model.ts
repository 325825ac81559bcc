import type { ModelChoice } from '../../config/index.ts';
import { isPredefined } from './predefined-names.ts';

export interface ModelCandidate {
  /** Absent for models of the project file. */
  readonly id?: number | undefined;
  readonly name: string;
  /** The provider's name. */
  readonly model: string;
  readonly isDefault: boolean;
}

type Match<T> =
  | { readonly kind: 'model'; readonly model: T; readonly isInstead?: true }
  /** No model: the analyst answers. */
  | { readonly kind: 'analyst'; readonly isInstead?: true }
  | { readonly kind: 'unknown' };

/**
 * Picks the model that an agent names. A name without a model is a choice of the service, marked by `isInstead`; a
 * missing registered model is not replaced by another one.
 *
 * @param candidates the models of the project file come first
 */
export function matchModel<T extends ModelCandidate>(llm: ModelChoice, candidates: readonly T[]): Match<T> {
  if (llm.kind === 'registered') {
    const found = candidates.find(({ id, name }) => (llm.by === 'id' ? id?.toString() : name) === llm.value);
    return found ? { kind: 'model', model: found } : { kind: 'unknown' };
  }
  const { name } = llm;
  if (name === 'analyst') return { kind: 'analyst' };
  const chosen = candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
  const instead = chosen ? ({ kind: 'model', model: chosen } as const) : ({ kind: 'analyst' } as const);
  if (name === 'auto') return instead;
  const found =
    candidates.find((each) => each.name === name) ?? candidates.find(({ model }) => isPredefined(name, model));
  return found ? { kind: 'model', model: found } : { ...instead, isInstead: true };
}
