import type { Choices } from './choices.ts';
import { withBigKeys } from './random-big-keys.ts';
import { withCalendar } from './random-calendar.ts';
import { withComputedTimes } from './random-computed-times.ts';
import { withCutRows } from './random-cut-rows.ts';
import { withEntities } from './random-entities.ts';
import { withFirstTimes } from './random-first-times.ts';
import { withReferencesToViews } from './random-references.ts';
import { randomWorld } from './random-world.ts';
import type { World } from './world.ts';

/** A random world with every kind of member. */
export function randomModel(made: Choices): World {
  const layers = [withEntities, withReferencesToViews, withFirstTimes, withComputedTimes];
  return layers.reduce((world, layer) => layer(made, world), randomWorld(made));
}

/** One that may also have columns of other types, rows behind a LIMIT, and a table of days. */
export function randomModelOfAllTypes(made: Choices): World {
  const layers = [
    withEntities,
    withReferencesToViews,
    withFirstTimes,
    withComputedTimes,
    withBigKeys,
    withCutRows,
    withCalendar,
  ];
  return layers.reduce((world, layer) => layer(made, world), randomWorld(made, { hasOtherTypes: true }));
}
