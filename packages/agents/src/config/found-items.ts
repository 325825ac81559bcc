import type { Skill } from '../turn/index.ts';
import type { Place, PlacedQuery } from './configuration.ts';
import type { ReadRule } from './read-items.ts';

/** Something that is told to the agents of a space, and where it is named. */
export interface InSpace<T> {
  readonly space: string;
  readonly value: T;
  readonly at: Place;
}

/** What is found in config.yml and in files of its own. */
export interface Found {
  readonly rules: InSpace<ReadRule>[];
  readonly queries: InSpace<PlacedQuery>[];
  readonly skills: InSpace<Skill>[];
}
