import type { Fragment, FragmentPart } from '@orrery/semantic';

/** Prefix of references: none in YAML form, `$` where clients of metadata expect it. */
export type ReferenceMark = '' | '$';

/** The author's SQL with its references written out: `${CUBE}` for its own cube. */
export function fragmentText(fragment: Fragment, cube: string, mark: ReferenceMark = '$'): string {
  return fragment.parts.map((part) => partText(part, cube, mark)).join('');
}

function partText(part: FragmentPart, cube: string, mark: ReferenceMark): string {
  const reference = (path: string) => `${mark}{${path}}`;
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'cube':
      return reference(part.cube === cube ? 'CUBE' : part.cube);
    case 'member': {
      const name = part.member.slice(part.member.indexOf('.') + 1);
      const granularity = part.granularity ? `.${part.granularity}` : '';
      const path = part.path.length > 0 ? part.path : [ownerOf(part.member, cube)];
      return reference(`${path.join('.')}.${name}${granularity}`);
    }
    case 'source':
      return reference(`${part.cube}.sql()`);
    case 'filter-params':
    case 'security-filter':
    case 'convert-zone':
      return `${mark}${part.source}`;
    case 'argument':
    case 'call':
    case 'mask-choice':
    case 'mask-test':
    case 'constant':
      return '';
  }
}

function ownerOf(member: string, cube: string): string {
  const owner = member.slice(0, member.indexOf('.'));
  return owner === cube ? 'CUBE' : owner;
}
