import type { Column as StatementColumn } from '@orrery/client/data';
import type { FilterValue } from '../protocol/index.ts';

/** A filter of a report; without values it does not act. */
export interface LogicalFilter {
  /** `view.member`. */
  readonly name: string;
  /** Operators of dashboard filters: `equals`, `not_equals`, `greater_than`, `contains`, `is_null`, `between`, ... */
  readonly type: string;
  readonly value?: FilterValue['value'];
  readonly memberType: 'dimension' | 'measure';
}

/** A query by its members. A bucket of time is `view.member.month`. */
export interface LogicalQuery {
  readonly semanticView: string | undefined;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly LogicalFilter[];
}

/** The rows of a statement. Numbers are texts, with all digits. */
export interface ReportResult {
  readonly schema: readonly StatementColumn[];
  readonly data: readonly (readonly (string | boolean | null)[])[];
  /** Whether the source may have more rows than these. */
  readonly isTruncated: boolean;
}

export interface Report {
  /** SQL over the model; empty while there is nothing to ask. */
  readonly sqlQuery: string;
  readonly logicalQuery: LogicalQuery;
  readonly result: ReportResult | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
}

/** The parts of a report that can be saved: all but its rows and their progress. */
export type PersistableReport = Pick<Report, 'sqlQuery' | 'logicalQuery'>;

const emptyQuery: LogicalQuery = { semanticView: undefined, measures: [], dimensions: [], filters: [] };

/** An empty report, or one of what was kept. */
export function createDefaultReport(kept: Partial<PersistableReport> = {}): Report {
  const { sqlQuery = '', logicalQuery = emptyQuery } = kept;
  return { sqlQuery, logicalQuery, result: undefined, isLoading: false, error: undefined };
}

export function persistableReport({ sqlQuery, logicalQuery }: Report): PersistableReport {
  return { sqlQuery, logicalQuery };
}
