import { expect, it } from 'vitest';
import { buildModel, cubeOf, ordersCube } from '../../model/model-fixture.ts';

it.each([
  ['public: true, shown: false', false],
  ['public: false, visible: true', false],
  ['visible: true', true],
  ['shown: "false"', false],
])('hides what one of its keys hides: %s', (keys, isPublic) => {
  const build = buildModel(ordersCube(`measures: [{name: m, type: count, ${keys}}]`));
  expect(build.problems).toEqual([]);
  expect(cubeOf(build, 'orders').measures[0]?.isPublic).toBe(isPublic);
});
