import type { Fragment, FragmentPart, MemberId } from '../model.ts';

/** The parts of a fragment, each followed by what it is made of in turn. */
export function everyPart({ parts }: Fragment): readonly FragmentPart[] {
  return parts.some((part) => innerFragments(part).length > 0)
    ? parts.flatMap((part) => [part, ...innerFragments(part).flatMap(everyPart)])
    : parts;
}

/** The references to members in fragments, as they stand there. */
export function referencesIn(fragments: readonly Fragment[]): readonly Extract<FragmentPart, { kind: 'member' }>[] {
  return fragments.flatMap(everyPart).filter((part) => part.kind === 'member');
}

/** The members that fragments refer to, each once. */
export function membersIn(fragments: readonly Fragment[]): readonly MemberId[] {
  return [...new Set(referencesIn(fragments).map(({ member }) => member))];
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
