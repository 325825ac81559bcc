import {
  type CubeName,
  cubeOf,
  type MemberId,
  type ModelIndex,
  requireMember,
  touchedAnywhere,
} from '../../model/index.ts';
import type { Access, AppliedPolicy } from '../access.ts';
import { applyQueryRules, type Restriction } from '../access/apply-query-rules.ts';
import type { QueryRule, QueryRules } from '../access/query-rule.ts';
import { withPieces } from './limit-query.ts';
import { granting, maskedFor, policiesOf } from './granting.ts';

/** The rules that decide which rows and values of some members a caller sees. */
export interface Restrictions {
  /** Policies that grant the members, and what these are made of, by cube and view. */
  readonly policies: readonly { readonly of: CubeName; readonly policy: AppliedPolicy }[];
  /** Members that are masked on all rows or on some. */
  readonly masked: readonly MemberId[];
  /** Rules of the project that act, with the caller's values. */
  readonly rules: readonly { readonly rule: QueryRule; readonly restricts: ReadonlyMap<CubeName, Restriction> }[];
}

interface NamedMembers {
  readonly members: readonly MemberId[];
  /** Cubes and views whose rows count, whatever members of them are read. */
  readonly pieces: ReadonlySet<CubeName>;
}

/** Finds the policies and rules that `bindQuery` applies to a query that names these members. */
export function restrictionsOn(
  { members, pieces }: NamedMembers,
  { model, access }: { readonly model: ModelIndex; readonly access: Access },
  { rules, caller }: QueryRules,
): Restrictions {
  const maskedOf = maskedFor.bind(undefined, model, access);
  const touched = withPieces(touchedAnywhere(model, members, maskedOf), pieces);
  const policies = [...touched.pieces].flatMap((of) => {
    const own = policiesOf(model, access, of) ?? [];
    const read = [...touched.members].filter((id) => cubeOf(id) === of);
    const counting = new Set(read.length > 0 ? read.flatMap((id) => granting(own, id)) : own);
    return own.filter((policy) => counting.has(policy)).map((policy) => ({ of, policy }));
  });
  const masked = [...touched.members].filter((id) => maskedOf(requireMember(model, id)) !== 'nowhere');
  const acting = rules.flatMap((rule) => {
    const verdict = applyQueryRules({ rules: [rule], caller }, model, touched);
    const acts = verdict.kind === 'followed' && verdict.acting.length > 0;
    return acts ? [{ rule, restricts: verdict.restrictions }] : [];
  });
  return { policies, masked, rules: acting };
}
