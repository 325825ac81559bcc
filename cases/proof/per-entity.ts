import { calculated, dimensionValue, type Evaluation } from './evaluation.ts';
import type { MemberFilter } from './filters.ts';
import { findMember, type FoundDimension, type FoundMeasure } from './members.ts';
import type { Value } from './world.ts';

/** Returns the value of a measure for each value of the dimension behind `per`, whatever the question filters. */
export function measurePer(given: Evaluation, { member, per = '' }: MemberFilter): (entity: Value) => Value {
  const [measure, dimension] = [measureNamed(given, member), dimensionNamed(given, per)];
  const { passesNone: _, propagated: __, isMoving: ___, shownAt: ____, joins: _____, ...around } = given;
  const inner: Evaluation = {
    ...around,
    rowFilters: [],
    requestedFilters: [],
    asked: [],
    shifts: [],
    lookups: new Map(),
  };
  const groups = inner.evaluator.groupsOf(inner, {
    by: [{ found: dimension, of: (one, row) => dimensionValue(one, dimension, row) }],
    measures: [measure],
    touched: [dimension, measure],
  });
  return (entity) => {
    const group = groups.find(({ key }) => key[0] === entity);
    const valueOf = (one: FoundMeasure): Value => {
      if (one.member.type === 'calculated') return calculated(inner, one, valueOf);
      return group?.value(one) ?? (one.member.type.startsWith('count') ? 0 : null);
    };
    return valueOf(measure);
  };
}

function measureNamed({ world }: Evaluation, id: string): FoundMeasure {
  const found = findMember(world, id);
  if (found.kind !== 'measure') throw new Error(`${id} is no measure`);
  return found;
}

function dimensionNamed({ world }: Evaluation, id: string): FoundDimension {
  const found = findMember(world, id);
  if (found.kind !== 'dimension') throw new Error(`${id} is no dimension`);
  return found;
}
