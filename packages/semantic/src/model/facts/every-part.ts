import type { Fragment, FragmentPart, MemberId } from '../model.ts';

/** Lists the parts of a fragment, each followed by the parts it contains. */
export function everyPart({ parts }: Fragment): readonly FragmentPart[] {
  return parts.some((part) => innerFragments(part).length > 0)
    ? parts.flatMap((part) => [part, ...innerFragments(part).flatMap(everyPart)])
    : parts;
}

/** Lists the references to members in fragments, in order. */
export function referencesIn(fragments: readonly Fragment[]): readonly Extract<FragmentPart, { kind: 'member' }>[] {
  const found: Extract<FragmentPart, { kind: 'member' }>[] = [];
  for (const fragment of fragments) {
    for (const part of everyPart(fragment)) if (part.kind === 'member') found.push(part);
  }
  return found;
}

/** Lists the members that fragments refer to, without duplicates. */
export function membersIn(fragments: readonly Fragment[]): readonly MemberId[] {
  const found = referencesIn(fragments).map(({ member }) => member);
  return found.length > 1 ? [...new Set(found)] : found;
}

const none: readonly Fragment[] = [];

function innerFragments(part: FragmentPart): readonly Fragment[] {
  switch (part.kind) {
    case 'filter-params':
      return part.filters.map(({ target }) => target.sql);
    case 'security-filter':
      return [part.target.sql];
    case 'convert-zone':
      return [part.sql];
    case 'mask-choice':
      return [part.test, part.real, part.instead];
    case 'call':
      return part.arguments.map(({ sql }) => sql);
    case 'text':
    case 'cube':
    case 'member':
    case 'source':
    case 'argument':
    case 'mask-test':
    case 'constant':
      return none;
  }
}
