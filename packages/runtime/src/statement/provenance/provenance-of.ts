import { operandsIn, piecesNamedIn } from '@orrery/semantic';
import type { AnswerOutcome } from '../../answer/index.ts';
import { conditionWords } from '../../describe/access-report/index.ts';
import { type CacheOutcome, type PreparedBlock, redactionFor } from '../../query/index.ts';
import type { CallerRuntime } from '../../runtime.ts';
import { membersAsked } from '../members-asked.ts';
import type { PlacedStatement } from '../place-statement.ts';
import { partsJoined, type PeriodRead, periodsRead } from './periods-read.ts';
import { namesFor, type NameInRights, type RightsToMembers, rightsToMembers } from './rights-to-members.ts';

/** How the rows of a statement came about. */
export interface StatementProvenance extends RightsToMembers {
  /** Members of the model that it asks. */
  readonly members: readonly string[];
  /** Cubes and views whose rows it asks. */
  readonly pieces: readonly string[];
  /** IANA name. */
  readonly timezone: string;
  readonly periods: readonly (Omit<PeriodRead, 'member'> & { readonly of: NameInRights })[];
  /** The conditions of its parts over the model, in words, instants in UTC; what policies add is in `restrictions`. */
  readonly filters: readonly string[];
  /** Whether the statement says in which order its rows come. */
  readonly isOrdered: boolean;
  readonly dataSource: string;
  /** SQL of the data source without the values of parameters: for users who may read the model. */
  readonly statements: readonly string[];
  readonly cache: CacheOutcome;
  /** Time of the data source in the run that read the rows. */
  readonly engineMs: number;
}

/** Tells what is known of an answer anyway; asks nothing. */
export function provenanceOf(
  placed: PlacedStatement,
  { answer, cache }: Extract<AnswerOutcome, { readonly kind: 'answer' }>,
  { access, caller, query }: CallerRuntime,
  timezone: string,
): StatementProvenance {
  const members = [...new Set(placed.blocks.flatMap(({ bound }) => membersAsked(bound)))];
  const pieces = [...new Set([...placed.pieces, ...placed.blocks.flatMap(piecesCounted)])];
  const { index } = placed.model;
  const names = namesFor({ index, access });
  const redaction = redactionFor(index, access);
  return {
    ...rightsToMembers(members, pieces, { model: placed.model, access, caller, query }),
    members,
    pieces,
    timezone,
    periods: distinct(placed.blocks.flatMap(({ bound }) => periodsRead(bound, index))).map(({ member, ...ends }) => {
      return { of: names.member(member), ...ends };
    }),
    filters: [...new Set(placed.blocks.flatMap(conditionsOf))].map((words) => redaction.text(words)),
    isOrdered: placed.isOrdered,
    dataSource: answer.dataSource,
    statements: answer.statements,
    cache,
    engineMs: answer.timingsMs.engine,
  };
}

function conditionsOf({ bound: { rowFilters, groupFilters } }: PreparedBlock): readonly string[] {
  return [...rowFilters, ...groupFilters].flatMap(partsJoined).map(conditionWords);
}

/** Cubes and views whose rows count without any of their members. */
function piecesCounted({ bound: { outputs, groupFilters, joinHints, joined } }: PreparedBlock): readonly string[] {
  const operands = [...outputs.map(({ expression }) => expression), ...groupFilters.flatMap(operandsIn)];
  return [...operands.flatMap(piecesNamedIn), ...joinHints.flat(), ...joined];
}

function distinct(periods: readonly PeriodRead[]): readonly PeriodRead[] {
  return [...new Map(periods.map((period) => [JSON.stringify(period), period])).values()];
}
