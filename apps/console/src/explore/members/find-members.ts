import type { Query } from '@orrery/client/data';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { canGroup } from '../../model/what-goes-together.ts';
import { dimensionFields, memberNamed } from '../query/fields.ts';

/** A row of the list of members: the name of a group, or a member. */
export type MemberListRow =
  | { readonly kind: 'group'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'member'; readonly key: string; readonly member: QueryableMember };

export interface ListTitles {
  readonly measures: string;
  readonly dimensions: string;
  readonly segments: string;
  readonly inFolder: (kind: string, folder: string) => string;
}

/**
 * Members of a view in the order of the model: measures, dimensions and segments, each below the folders they are in.
 *
 * @param search part of a title, name, description or other word; every word of it must be found
 */
export function rowsOf(view: QueryableView, search: string, titles: ListTitles): readonly MemberListRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (member: QueryableMember) => {
    const text = textOf(member);
    return words.every((word) => text.includes(word));
  };
  const found = new Map(view.members.filter(isFound).map((member) => [member.name, member]));
  const kinds = [
    [titles.measures, (member: QueryableMember) => member.kind === 'measure'],
    [titles.dimensions, (member: QueryableMember) => member.kind !== 'measure' && member.kind !== 'segment'],
    [titles.segments, (member: QueryableMember) => member.kind === 'segment'],
  ] as const;
  return kinds.flatMap(([title, isOfKind]) => {
    const groups = view.groups.flatMap((group) => {
      const members = group.members.flatMap((name) => found.get(name) ?? []).filter(isOfKind);
      return members.length === 0 ? [] : [{ title: group.title, members }];
    });
    return groups.flatMap((group): MemberListRow[] => {
      const name = group.title === '' ? title : titles.inFolder(title, group.title);
      return [
        { kind: 'group', key: name, title: name, count: group.members.length },
        ...group.members.map((member) => ({ kind: 'member' as const, key: `${name} ${member.name}`, member })),
      ];
    });
  });
}

/** A member that is in several folders counts once. */
export function countMembers(rows: readonly MemberListRow[]): number {
  return new Set(rows.flatMap((row) => (row.kind === 'member' ? [row.member.name] : []))).size;
}

const texts = new WeakMap<QueryableMember, string>();

function textOf(member: QueryableMember): string {
  const known = texts.get(member);
  if (known !== undefined) return known;
  const { title, name, description = '', synonyms } = member;
  const text = [title, name, description, ...synonyms].join('\n').toLowerCase();
  texts.set(member, text);
  return text;
}

/** Why a member does not go with a query: the other member that it cannot be combined with. `undefined`: it does. */
export function obstacleOf(view: QueryableView, query: Query, member: QueryableMember): QueryableMember | undefined {
  if (member.kind === 'segment') return undefined;
  if (member.kind === 'measure') {
    const found = dimensionFields(query).find((field) => !canGroup(view, member.name, field.member));
    return found && memberNamed(view, found.member);
  }
  const measure = (query.measures ?? []).find((name) => !canGroup(view, name, member.name));
  return measure === undefined ? undefined : memberNamed(view, measure);
}
