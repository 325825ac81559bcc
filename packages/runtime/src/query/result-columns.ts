import type { MemberAnnotation } from '@orrery/contract';
import { annotate } from './annotation.ts';
import { keyOfMark } from './row-layout.ts';
import type { ParsedQuery } from './parse-request.ts';

/** A column of the rows of a query, for people. */
export interface QueryColumn {
  readonly name: string;
  readonly title: string;
  readonly shortTitle: string;
  readonly type: string;
  readonly format?: MemberAnnotation['format'];
  readonly currency?: string | undefined;
  /** Absent where a statement computes the column. */
  readonly role?: 'measure' | 'dimension';
  /** The granularity of buckets of time. */
  readonly granularity?: string;
}

/** Lists the selected columns in their order, and the one that distinguishes the results of a comparison. */
export function resultColumns({ prepared, mark, query }: ParsedQuery): readonly QueryColumn[] {
  const { bound, model, access } = prepared;
  const known = annotate(bound, query.segments ?? [], model.index, access);
  const columns = bound.outputs.map(({ name, type, expression }): QueryColumn => {
    const reported = known.measures[name] ?? known.dimensions[name] ?? known.timeDimensions[name];
    return {
      name,
      title: reported?.title ?? name,
      shortTitle: reported?.shortTitle ?? name,
      type: reported?.type ?? type,
      ...(reported?.format === undefined ? {} : { format: reported.format }),
      ...(reported?.currency === undefined ? {} : { currency: reported.currency }),
      role: expression.kind === 'measure' ? 'measure' : 'dimension',
      ...(reported?.granularity === undefined ? {} : { granularity: reported.granularity.name }),
    };
  });
  if (!mark) return columns;
  const { name } = keyOfMark(mark, bound);
  return [
    ...columns,
    { name, title: name, shortTitle: name, type: mark.kind === 'time' ? 'time' : 'string', role: 'dimension' },
  ];
}
