import type { WireQuery } from '@orrery/contract';
import type { Meaning } from './meanings/index.ts';
import type { RowsOfModel } from './rows-of-model.ts';
import type { VisibleModel } from './visible-model.ts';

/** The context that a question is read with. */
export interface QuestionContext {
  /** All that the caller sees. */
  readonly model: VisibleModel;
  /** Cubes and views to answer from first. This is guidance: another one is queried where these do not have all rows. */
  readonly preferred?: readonly string[] | undefined;
  readonly rows?: RowsOfModel | undefined;
  readonly now: Date;
  /** IANA name. Dates of the question are dates there. */
  readonly timezone: string;
  /** The analysis of the question before, so that "now by month" has a meaning. */
  readonly previous?: Analysis | undefined;
  readonly certified?: readonly CertifiedQuery[] | undefined;
  /** Meanings that people have given to words. They are tried where the model gives the words no single meaning. */
  readonly meanings?: readonly Meaning[] | undefined;
  /** Answers to an outcome `lookup` of the same question; one for each of its pairs of words and member. */
  readonly values?: readonly FoundValues[] | undefined;
  /** The same for its names. */
  readonly names?: readonly FoundNames[] | undefined;
}

export interface CertifiedQuery {
  readonly name: string;
  /** The question it answers. */
  readonly userRequest: string;
  readonly sql: string;
  readonly description?: string | undefined;
}

/** Values of a dimension that contain `words`; empty when there are none. */
export interface FoundValues {
  readonly words: string;
  readonly member: string;
  readonly values: readonly string[];
  /** Whether there may be more of them. */
  readonly isCut?: boolean | undefined;
}

/** Whether each value of a dimension is that of one row of its cube; absent where it could not be found out. */
export interface FoundNames {
  readonly member: string;
  readonly areUnique?: boolean | undefined;
}

/**
 * @property meanings those of the given ones that it depends on; they are named in its text or description, too
 * @property previous the analysis of the question before, where this outcome continues it and has no query. The reply
 *   to a clarifying question continues it, too
 */
export type AnalysisOutcome = OutcomeKind & {
  readonly meanings?: readonly Meaning[];
  readonly previous?: Analysis;
};

type OutcomeKind =
  | QueryOutcome
  /** A certified query whose request is the question. */
  | {
      readonly kind: 'statement';
      readonly sql: string;
      readonly name: string;
      readonly title: string;
      readonly description: string;
    }
  /** Markdown about what there is to ask. */
  | { readonly kind: 'metadata'; readonly text: string }
  /** Each of `choices` is a whole question that says which of the meanings is wanted. */
  | {
      readonly kind: 'clarify';
      readonly text: string;
      readonly choices: readonly string[];
      /** Words of the question that may mean several things, and for each choice the words that say what they mean. */
      readonly doubt?: { readonly words: string; readonly meanings: readonly string[] };
    }
  /** No query: `words` are those of the question that stand in the way. */
  | { readonly kind: 'withheld'; readonly text: string; readonly words: readonly string[] }
  /** Words that may be values. Ask again with `values`, one entry for each member of each of `wanted`. */
  | { readonly kind: 'lookup'; readonly wanted: readonly WantedValues[]; readonly names: readonly WantedNames[] };

export interface QueryOutcome {
  readonly kind: 'query';
  /** The query. Its dates are ISO dates, both ends included. */
  readonly query: WireQuery;
  /** The query in words. The title and `description`, which names sources and assumptions, are plain text, not Markdown. */
  readonly title: string;
  readonly description: string;
  readonly interpretation: Interpretation;
  /** JSON: kept with the answer and handed in as `previous` with the next question. */
  readonly analysis: Analysis;
}

export interface WantedValues {
  readonly words: string;
  /** The part of the words that values in the singular and in the plural contain. */
  readonly search: string;
  readonly members: readonly string[];
}

/** A dimension that things are called by, and the measure that counts them. */
export interface WantedNames {
  readonly member: string;
  readonly count: string;
}

export interface NamedMember {
  readonly name: string;
  readonly title: string;
}

export interface Interpretation {
  /** The queried cube or view. */
  readonly source: NamedMember;
  readonly measures: readonly NamedMember[];
  readonly groupings: readonly (NamedMember & { readonly granularity?: string })[];
  /** Both ends are included; one is absent when the question has none. */
  readonly period?: {
    readonly dimension: NamedMember;
    readonly from?: string;
    readonly to?: string;
    readonly granularity?: string;
  };
  /** `values` are absent for segments. */
  readonly filters: readonly (NamedMember & { readonly values?: readonly string[] })[];
  readonly order?: { readonly by: NamedMember; readonly descending: boolean; readonly limit?: number };
  /** Sentences. */
  readonly assumptions: readonly string[];
}

/** The analysis of a question, with names of members; survives JSON. */
export interface Analysis {
  readonly piece: string;
  /** Whether the question names the queried cube or view. */
  readonly isNamed?: boolean;
  readonly measures: readonly string[];
  readonly groupings: readonly {
    readonly member: string;
    readonly granularity?: string;
    /** Whether things are grouped that are called so, and not their names. */
    readonly isThing?: boolean;
  }[];
  readonly filters: readonly { readonly member: string; readonly values: readonly string[] }[];
  readonly segments: readonly string[];
  readonly period?: {
    readonly dimension: string;
    readonly from?: string;
    readonly to?: string;
    readonly words: string;
    readonly notes: readonly string[];
  };
  readonly rank?: { readonly descending: boolean; readonly limit?: number };
}
