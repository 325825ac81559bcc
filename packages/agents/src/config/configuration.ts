import type { CertifiedStatement, AgentRule, AgentSkill } from '../turn/index.ts';

/** A model: by a name (`auto` leaves the choice to the service), or one that the account registered. */
export type ModelChoice =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'registered'; readonly by: 'name' | 'id'; readonly value: string };

type AgentRuntime = 'plain' | 'reasoning';
type MemoryMode = 'space' | 'user' | 'disabled';

/** The configuration in the files below `agents/`. */
export interface AgentConfiguration {
  readonly spaces: readonly ConfiguredSpace[];
  readonly agents: readonly ConfiguredAgent[];
  readonly evalQuestions: readonly EvalQuestion[];
}

/** Place of something in a file. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A space owns the instructions of its agents. */
interface ConfiguredSpace {
  readonly name: string;
  readonly description?: string | undefined;
  readonly rules: { readonly always: readonly AgentRule[]; readonly requested: readonly AgentRule[] };
  readonly certifiedQueries: readonly PlacedQuery[];
  readonly skills: readonly AgentSkill[];
}

export interface PlacedQuery extends CertifiedStatement {
  /** Where its SQL begins. */
  readonly at: SourcePosition;
}

export interface ConfiguredAgent {
  readonly name: string;
  readonly space: string;
  readonly description?: string | undefined;
  readonly llm: ModelChoice;
  readonly runtime: AgentRuntime;
  /** The views that should be queried: guidance, no security. Absent: all. */
  readonly accessibleViews?: readonly NameInFile[] | undefined;
  readonly memoryMode: MemoryMode;
}

interface NameInFile {
  readonly name: string;
  readonly at: SourcePosition;
}

/** A question with the SQL of its right answer. */
export interface EvalQuestion {
  readonly name: string;
  readonly space: string;
  readonly question: string;
  readonly sql: string;
  /** Where its SQL begins. */
  readonly at: SourcePosition;
}

/** The name of the space and the agent of a project whose files name none. */
export const implicitName = 'auto';
