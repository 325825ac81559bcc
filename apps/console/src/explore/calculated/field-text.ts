import type { Query } from '@orrery/client/data';
import type { CalculatedField, FieldCondition } from '../../model/calculated-fields.ts';
import { obstacleOf } from '../../model/field-obstacle.ts';
import { axisOf } from '../../model/calculation-sql.ts';
import type { QueryableView } from '../../model/views.ts';
import { calculationWords as words } from '../../words/calculation-words.ts';
import { exploreWords } from '../../words/explore-words.ts';
import { fieldOf, memberNamed } from '../query/fields.ts';

/** The meaning of a field in words: the rows that it reads, and their order. */
export function fieldText(field: CalculatedField, query: Query, view: QueryableView): string {
  if ('sql' in field) return words.ofOwn;
  if ('where' in field) return words.filtered(titleOf(field.of, view), conditionsText(field.where, view));
  if ('aggregate' in field) return words.aggregated[field.aggregate](titleOf(field.of, view));
  const measure = titleOf(field.of, view);
  if (field.calculation === 'percent_of_total') return words.total(measure);
  const axis = axisOf(query);
  if (!axis) return words.needsDimension;
  const along = titleOf(axis.along, view);
  const others = words.list(axis.within.map((each) => titleOf(each, view)));
  if (field.calculation === 'running_total') return words.running(measure, along, others);
  const before = words.within(axis.step === undefined ? words.alongRows(along) : words.alongTime(along), others);
  return field.calculation === 'percent_of_previous' ? words.previous(measure, before) : words.change(measure, before);
}

/** Why a field has no column now. */
export function obstacleText(field: CalculatedField, query: Query, view: QueryableView): string | undefined {
  switch (obstacleOf(field, query)) {
    case undefined:
      return undefined;
    case 'measure':
      return words.needsMeasure('of' in field ? titleOf(field.of, view) : field.name);
    case 'dimension':
      return words.needsDimension;
    case 'groups':
      return words.needsGroups;
    case 'comparison':
      return words.needsOneRange;
  }
}

function conditionsText(where: readonly FieldCondition[], view: QueryableView): string {
  return words.list(
    where.map(({ dimension, value }) =>
      words.about(titleOf(dimension, view), value === null ? exploreWords.none : String(value)),
    ),
  );
}

export function titleOf(key: string, view: QueryableView): string {
  const { member, granularity } = fieldOf(key);
  const title = memberNamed(view, member)?.title ?? member;
  return granularity === undefined ? title : exploreWords.byGranularity(title, granularity);
}
