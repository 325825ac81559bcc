import { type MemberDefinition, optional } from '../../source/index.ts';
import type { MemberFace } from '../form/member.ts';
import { memberId } from './scope.ts';
import { titleOf } from './title.ts';

/** The cube or view that shows a member. */
export interface Holder {
  readonly name: string;
  readonly title: string;
  readonly isPublic: boolean;
}

/** Describes a member of a cube for people. A primary key is hidden unless declared public. */
export function memberFace(definition: MemberDefinition, cube: Holder): MemberFace {
  const { name } = definition;
  const shortTitle = definition.title ?? titleOf(name);
  const isKey = definition.kind === 'dimension' && definition.isPrimaryKey;
  return {
    id: memberId(cube.name, name),
    name,
    title: `${cube.title} ${shortTitle}`,
    shortTitle,
    ...optional('description', definition.description),
    ...optional('meta', definition.meta),
    ...(definition.aliases?.length ? { aliases: definition.aliases } : {}),
    isPublic: cube.isPublic && (definition.isPublic ?? !isKey),
  };
}
