import { type BareReference, finding, type HierarchyDefinition } from '../../source/index.ts';
import type { Holder } from './member-face.ts';
import type { Hierarchy, MemberId } from '../model.ts';
import { resolveReference } from './resolve-reference.ts';
import type { CubeScope } from './scope.ts';
import { titleOf } from './title.ts';

export function resolveHierarchies(holder: Holder, scope: CubeScope): readonly Hierarchy[] {
  return scope.cube.hierarchies.map((definition): Hierarchy => {
    const { name, title, isPublic } = definition;
    return {
      id: `${holder.name}.${name}`,
      name,
      title: title ?? titleOf(name),
      isPublic: holder.isPublic && (isPublic ?? true),
      levels: definition.levels.flatMap((level) => resolveLevel(level, definition, scope) ?? []),
    };
  });
}

/** Resolves a dimension of this cube or another. */
function resolveLevel(
  { steps, place }: BareReference,
  { name }: HierarchyDefinition,
  scope: CubeScope,
): MemberId | undefined {
  const before = scope.findings.length;
  const resolved = resolveReference(steps, { from: `${scope.cube.name}.${name}`, place }, scope);
  if (!resolved || scope.findings.length > before) return undefined;
  if (resolved.kind === 'member' && resolved.definition.kind === 'dimension' && !resolved.granularity)
    return resolved.id;
  const params = { member: steps.at(-1) ?? '', hierarchy: name };
  scope.findings.push(finding('model.not-a-level', params, place));
  return undefined;
}
