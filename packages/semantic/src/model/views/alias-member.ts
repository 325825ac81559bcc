import {
  finding,
  formatExpectation,
  type IncludedMember,
  labelOf,
  type MemberDefinition,
  optional,
  placeOf,
  readFormat,
} from '../../source/index.ts';
import type { Alias, CubeName, Format, Member } from '../model.ts';
import { memberId } from '../resolve/scope.ts';
import { titleOf } from '../resolve/title.ts';
import type { Expansion } from './expansion.ts';

export function aliasMember(
  name: string,
  target: Member,
  definition: MemberDefinition,
  item: IncludedMember,
  path: readonly CubeName[],
  expansion: Expansion,
): Member {
  const { holder } = expansion;
  // An explicit title is kept; a derived one follows the name in the view.
  const shortTitle = item.title ?? definition.title ?? titleOf(name);
  const face = {
    id: memberId(holder.name, name),
    name,
    title: `${holder.title} ${shortTitle}`,
    shortTitle,
    ...optional('description', item.description ?? target.description),
    ...optional('meta', item.meta ?? target.meta),
    isPublic: holder.isPublic,
    expression: { kind: 'alias', member: target.id, path } satisfies Alias,
  };
  if (target.kind === 'segment') {
    overrideFormat(target, item, expansion);
    return { ...target, ...face };
  }
  return { ...target, ...face, ...optional('format', overrideFormat(target, item, expansion)) };
}

function overrideFormat(target: Member, item: IncludedMember, expansion: Expansion): Format | undefined {
  if (item.format === undefined) return undefined;
  const format = target.kind === 'segment' ? undefined : readFormat(item.format, target.type);
  if (format === undefined) {
    const at = placeOf(item.place, 'format');
    const type = target.kind === 'segment' ? target.kind : target.type;
    const expected = target.kind === 'segment' ? 'nothing: segments have no format' : formatExpectation[target.type];
    const params = { piece: `${expansion.merged.name} view`, path: labelOf(at), type, expected };
    expansion.findings.push(finding('model.bad-format', params, at));
  }
  return format;
}
