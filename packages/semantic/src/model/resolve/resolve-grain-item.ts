import { type BareReference, finding, optional } from '../../source/index.ts';
import type { GrainItem, MemberId } from '../model.ts';
import { resolveReference } from './resolve-reference.ts';
import type { CubeScope } from './scope.ts';

export interface StageSite {
  readonly member: MemberId;
  readonly scope: CubeScope;
}

/** Resolves a dimension by name, with or without a granularity. */
export function resolveGrainItem(
  { steps, place }: BareReference,
  list: string,
  { member, scope }: StageSite,
): GrainItem | undefined {
  const resolved = resolveReference(steps, { from: member, place }, scope);
  if (!resolved) return undefined;
  if (resolved.kind === 'member' && resolved.definition.kind === 'dimension') {
    return { member: resolved.id, ...optional('granularity', resolved.granularity) };
  }
  scope.findings.push(finding('model.not-a-dimension', { reference: steps.join('.'), list }, place));
  return undefined;
}
