import {
  cubeOf,
  type Dimension,
  type Mask,
  type Measure,
  type MemberId,
  requireMember,
  type ValueType,
} from '../../model/index.ts';
import type { Binder } from '../binder.ts';
import type { MemberMask } from '../query.ts';
import { policiesOf, showingBesideMasks } from './granting.ts';
import { bindPolicyRows } from './policy-rows.ts';
import type { Condition } from '../condition.ts';

/** Values for masked members whose authors give no mask; NULL when missing. */
export type DefaultMasks = Readonly<Partial<Record<ValueType, string | number | boolean>>>;

/** Replacements for members that policies mask on all rows, or on rows where no policy shows them. */
export function bindMasks(
  binder: Binder,
  members: ReadonlySet<MemberId>,
  { isUngrouped, defaults }: { readonly isUngrouped: boolean; readonly defaults: DefaultMasks },
): readonly MemberMask[] {
  return [...members].flatMap((id): readonly MemberMask[] => {
    const showing = showingBesideMasks(policiesOf(binder.model, binder.access, cubeOf(id)), id);
    const member = requireMember(binder.model, id);
    if (!showing || member.kind === 'segment') return [];
    const mask = maskOf(member, isUngrouped) ?? defaultMask(member, defaults);
    const rows = showing.map((policy): Condition => bindPolicyRows(binder, policy.rows ?? []));
    const [only, ...others] = rows;
    const unless: Condition | undefined = others.length > 0 ? { kind: 'or', conditions: rows } : only;
    return [{ member: id, ...(mask ? { mask } : {}), ...(unless ? { unless } : {}) }];
  });
}

/** An aggregate has no value for a single row. */
function maskOf({ kind, mask }: Dimension | Measure, isUngrouped: boolean): Mask | undefined {
  return kind === 'measure' && mask?.kind === 'sql' && isUngrouped ? undefined : mask;
}

function defaultMask({ type }: Dimension | Measure, defaults: DefaultMasks): Mask | undefined {
  const value = defaults[type];
  return value === undefined ? undefined : { kind: 'value', value };
}
