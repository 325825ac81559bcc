import type { Fragment, FragmentPart } from './model.ts';

/** The parts of a fragment, each followed by what it is made of in turn. */
export function everyPart({ parts }: Fragment): readonly FragmentPart[] {
  return parts.some((part) => innerFragments(part).length > 0)
    ? parts.flatMap((part) => [part, ...innerFragments(part).flatMap(everyPart)])
    : parts;
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
    case 'text':
    case 'cube':
    case 'member':
    case 'source':
    case 'argument':
      return none;
  }
}
