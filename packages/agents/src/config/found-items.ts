import type { AgentSkill } from '../turn/index.ts';
import type { SourcePosition, PlacedQuery } from './configuration.ts';
import type { ReadRule } from './read-items.ts';

/** An instruction, a query or a skill for the agents of a space, and where its space is named. */
export interface InSpace<T> {
  readonly space: string;
  readonly value: T;
  readonly at: SourcePosition;
}

/** The items of config.yml and of the files for one item each. */
export interface ConfiguredItems {
  readonly rules: InSpace<ReadRule>[];
  readonly queries: InSpace<PlacedQuery>[];
  readonly skills: InSpace<AgentSkill>[];
}
