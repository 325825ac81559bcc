import type { Access, BoundQuery, MemberId, ModelIndex, Query } from '@orrery/semantic';
import { bindStatement, modelTables, type StatementParameters } from '../bind/index.ts';
import { findBlocks, withMostRows, withTimeGrains } from '../blocks/index.ts';
import type { StatementSession } from '../functions/index.ts';
import { bindPrintedQuery, type PrintedForm } from '../print/index.ts';
import type { BoundStatement } from '../relation/index.ts';
import { sourceSql } from '../render/index.ts';
import type { Select } from '../syntax/index.ts';
import { SplitStatement } from './split-statement.ts';

export interface SplitOptions {
  readonly model: ModelIndex;
  /** The rights of the caller. */
  readonly access: Access;
  readonly session: StatementSession;
  /** Returns the name of the dialect of a data source. */
  readonly dialectOf: (dataSource: string) => string;
  /** Absent: all rows. */
  readonly mostRows?: number | undefined;
  /** The granularity in place of the one that a statement writes; undefined where it stays. */
  readonly grainOf?: ((member: MemberId) => string | undefined) | undefined;
  /** Values of its parameters. */
  readonly parameters?: StatementParameters | undefined;
  /** The user with whose model and rights the statement is bound, as `__user` names them; absent: the caller. */
  readonly user?: string | undefined;
}

/** Binds a statement to the model and the rights of its caller, and finds its blocks. @throws StatementRefused */
export function splitStatement(
  select: Select,
  { model, access, session, dialectOf, mostRows, grainOf, parameters, user }: SplitOptions,
): SplitStatement {
  const limited = withFirst(bindStatement(select, modelTables(model, access), parameters), mostRows);
  const bound = grainOf ? withTimeGrains(limited, grainOf) : limited;
  const sqlOf = (source: string) => sourceSql(dialectOf(source), session);
  const callerName = () => session.connection?.sessionUser;
  return new SplitStatement(findBlocks(bound, { model, access, sqlOf, session, user, callerName }));
}

/**
 * The statement that a query is printed as, as it is split when the text is read. Nothing is parsed.
 *
 * @param bound the query, bound without a limit
 */
export function splitPrintedQuery(
  query: Query,
  bound: BoundQuery,
  model: ModelIndex,
  { mostRows, ...form }: PrintedForm & Pick<SplitOptions, 'mostRows'>,
): SplitStatement {
  return new SplitStatement(withFirst(bindPrintedQuery(query, bound, model, form), mostRows));
}

function withFirst(statement: BoundStatement, mostRows: number | undefined): BoundStatement {
  return mostRows === undefined ? statement : withMostRows(statement, mostRows);
}
