import type { MemberId } from '../../model/model.ts';
import { touchedAnywhere, touchedBy } from '../../model/touched.ts';
import type { Binder } from '../binder.ts';
import type { MemberMask, RowRule } from '../query.ts';
import { bindMasks, type DefaultMasks } from './bind-masks.ts';
import { bindRowRules } from './bind-row-rules.ts';
import { hasPolicies, maskedFor } from './granting.ts';

interface QueriedMembers {
  /** Those that the question names itself, not those of default filters. */
  readonly named: ReadonlySet<MemberId>;
  readonly isUngrouped: boolean;
}

/** What policies make of a question: which rows it reads, and what it sees instead of members. */
export function bindPolicies(
  binder: Binder,
  { named, isUngrouped }: QueriedMembers,
  defaults: DefaultMasks,
): { readonly rowRules: readonly RowRule[]; readonly masks: readonly MemberMask[] } {
  const { model, access } = binder;
  if (!hasPolicies(model)) return { rowRules: [], masks: [] };
  const maskedOf = maskedFor.bind(undefined, model, access);
  const anywhere = touchedAnywhere(model, named, maskedOf);
  return {
    rowRules: bindRowRules(binder, anywhere, touchedBy(model, named, maskedOf)),
    masks: bindMasks(binder, anywhere.members, { isUngrouped, defaults }),
  };
}
