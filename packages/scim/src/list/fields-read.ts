import type { BoundScimFilter, ComparedAttribute } from '../filter/index.ts';

/** Lists every field of a resource that a filter reads. */
export function fieldsRead(filter: BoundScimFilter): readonly Pick<ComparedAttribute, 'place' | 'attribute'>[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(fieldsRead);
    case 'not':
      return fieldsRead(filter.filter);
    case 'present':
    case 'compare':
      return [filter.field];
    case 'element':
      return [{ place: 'core', attribute: filter.attribute }];
    case 'never':
      return [];
  }
}
