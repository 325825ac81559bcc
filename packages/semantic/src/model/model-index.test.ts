import { expect, it } from 'vitest';
import { factOf, indexModel, type ModelIndex } from './model-index.ts';

it('derives facts once per model, and again for a copy with other members', () => {
  let times = 0;
  const countMembers = ({ members }: ModelIndex): number => {
    times += 1;
    return members.size;
  };
  const model = indexModel([]);
  expect([factOf(model, countMembers), factOf(model, countMembers), times]).toEqual([0, 0, 1]);
  const stored = { days: new Set<never>(), texts: new Set<never>(), unknown: new Set<never>() };
  expect([factOf({ ...model, stored }, countMembers), times]).toEqual([0, 1]);
  expect([factOf({ ...model, members: new Map() }, countMembers), times]).toEqual([0, 2]);
});
