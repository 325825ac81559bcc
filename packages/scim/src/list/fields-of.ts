import type { BoundFilter, Field } from '../filter/index.ts';

/** Everything a filter reads of a resource. */
export function fieldsOf(filter: BoundFilter): readonly Pick<Field, 'place' | 'attribute'>[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(filter.filter);
    case 'present':
    case 'compare':
      return [filter.field];
    case 'element':
      return [{ place: 'core', attribute: filter.attribute }];
    case 'never':
      return [];
  }
}
