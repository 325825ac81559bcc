import type { Analysis, RowsOfModel } from '@orrery/analyst';
import type { Column } from '@orrery/charts';
import type { MetaCube, WireQuery } from '@orrery/contract';
import type { PrintedQuery, StatementProvenance } from '@orrery/runtime';
import type { MemoriesOfTurn } from '../memory/index.ts';

/** A column of a result: its name and encoding, and what the model says about the member that it shows. */
export interface DescribedColumn extends Column {
  readonly column_type: unknown;
  /** `string`, `number`, `boolean` or `time`. */
  readonly type: string;
  /** The statement itself says the value of all rows. */
  readonly isConstant: boolean;
}

export interface ResultOfStatement {
  readonly columns: readonly DescribedColumn[];
  /** Numbers and times are texts. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows without the bound of the caller, counted up to the maximum of the deployment. */
  readonly totalRows: number;
  /** How the rows came about. */
  readonly origin?: OriginOfResult | undefined;
}

export interface OriginOfResult extends StatementProvenance {
  /** Whether there are more rows than the maximum of the deployment. */
  readonly isAtMaximum: boolean;
  /** When the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
}

/** A query whose rows an answer was made of. */
export interface QueryOfAnswer {
  /** Names its result. */
  readonly uuid: string;
  readonly sql: string;
  readonly queryTitle: string;
  readonly description: string;
  readonly result: ResultOfStatement;
}

/** The one way of a turn to data: as its caller, on its branch, within the views of its session. */
export interface DataOfTurn {
  readonly now: Date;
  /** IANA name. */
  readonly timezone: string;
  /** Returns the visible part of the model. */
  meta(): Promise<{ readonly cubes: readonly MetaCube[] }>;
  /** Tells how the rows behind it fare in a query. */
  rows(): Promise<RowsOfModel>;
  /** Finds names of the model that are not visible in texts of others. */
  hiddenNames(): Promise<{ areIn(text: string): boolean }>;
  /**
   * Runs semantic SQL, or a query that was printed as it.
   *
   * @param isFresh whether it is run whatever is cached @throws as `ask`
   */
  statement(
    written: string | PrintedQuery,
    options: { readonly signal: AbortSignal; readonly maxRows: number; readonly isFresh?: boolean },
  ): Promise<ResultOfStatement>;
  /** The columns that a statement would have; it is not run. @throws as `statement`, but for what the data answers */
  columns(
    written: string | PrintedQuery,
    options: { readonly signal: AbortSignal },
  ): Promise<readonly DescribedColumn[]>;
  /** A query of the JSON API with the semantic SQL that records show for it; `undefined` where no statement says it. */
  print(query: WireQuery): Promise<PrintedQuery | undefined>;
  /** Values of a dimension in the rows that the caller may see. @throws as `suggestValues` */
  values(
    member: string,
    options: { readonly search?: string | undefined; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<{ readonly values: readonly unknown[]; readonly complete: boolean }>;
}

export interface AgentRule {
  readonly name: string;
  readonly prompt: string;
  readonly description?: string | undefined;
}

export interface CertifiedStatement {
  readonly name: string;
  readonly userRequest: string;
  readonly sql: string;
  readonly description?: string | undefined;
}

export interface AgentSkill {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
}

/** An agent as its files configure it. */
export interface AgentInEffect {
  readonly name: string;
  /** The views that should be queried: guidance, no security. Absent: all. */
  readonly accessibleViews?: readonly string[] | undefined;
  readonly rules: { readonly always: readonly AgentRule[]; readonly requested: readonly AgentRule[] };
  readonly certifiedQueries: readonly CertifiedStatement[];
  readonly skills: readonly AgentSkill[];
}

/** A tool call of an earlier turn, as its records tell it. */
interface PastCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** JSON text. */
  readonly result: string;
}

export interface PastTurn {
  readonly question: string;
  readonly calls: readonly PastCall[];
  readonly answer: string;
  /** The analysis of the question, if the analyst answered. */
  readonly analysis?: Analysis | undefined;
}

/** A question and everything that its answer may depend on. */
export interface Turn {
  readonly question: string;
  /** Oldest first. */
  readonly history: readonly PastTurn[];
  readonly images: readonly { readonly mimeType: string; readonly data: string }[];
  readonly data: DataOfTurn;
  readonly agent: AgentInEffect;
  /** The memories of the agent; absent for one that remembers nothing. */
  readonly memories?: MemoriesOfTurn | undefined;
  /** The dashboard that the user looks at. */
  readonly dashboard?: DashboardOfTurn | undefined;
  /** Whether the thoughts of the model are sent to the client. */
  readonly isDevMode: boolean;
}

/** A published dashboard, with the charts that the user may see. */
export interface DashboardOfTurn {
  readonly title: string;
  readonly charts: readonly {
    readonly title: string;
    readonly description?: string | undefined;
    /** A query of the JSON API, or SQL over the model. */
    readonly query: string;
  }[];
}
