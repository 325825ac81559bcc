import { shownLiteral } from '@orrery/kernel';
import type { BoundParameter, AnnouncedColumn, WireRows, WireStatement } from '@orrery/runtime';
import { protocolViolation, WireFailure } from '../protocol/wire-failure.ts';
import type { PortalInput } from './portal.ts';
import type { SessionContext } from './session-context.ts';

export type CopyStatement = Extract<WireStatement, { kind: 'copy' }>;

/** A statement that gives rows, with its values. */
export interface BoundRows {
  readonly statement: WireStatement | undefined;
  readonly declared: readonly number[];
  readonly parameters: readonly BoundParameter[];
  readonly described: readonly AnnouncedColumn[] | undefined;
}

/** Finds the statement that runs in the place of EXECUTE and EXPLAIN EXECUTE. @throws WireFailure */
export function findRows(input: Pick<PortalInput, keyof BoundRows>, context: SessionContext): BoundRows {
  const { statement, declared, parameters, described } = input;
  const own = { statement, declared, parameters, described };
  if (statement?.kind === 'execute') return executed(statement, context);
  if (statement?.kind !== 'rows' || statement.source.kind !== 'explain-execute') return own;
  return explained(statement, context);
}

function executed(statement: Extract<WireStatement, { kind: 'execute' }>, context: SessionContext): BoundRows {
  const { name } = statement;
  const prepared = context.prepared.require(name);
  if (prepared.statement?.kind === 'execute') {
    const hint = `Execute "${shownLiteral(prepared.statement.name)}" itself`;
    throw new WireFailure(
      '0A000',
      `prepared statement "${shownLiteral(name)}" is an EXECUTE, which EXECUTE cannot run`,
      { hint },
    );
  }
  const parameters = context.wire.argumentsOf(statement);
  const { length } = prepared.described.parameters;
  if (parameters.length !== length) {
    throw protocolViolation(
      `wrong number of parameters for prepared statement "${shownLiteral(name)}": expected ${length} parameters but got ${parameters.length}`,
    );
  }
  const { declared, described } = prepared;
  return { statement: prepared.statement, declared, parameters, described: described.columns };
}

function explained(statement: WireRows, context: SessionContext): BoundRows {
  const { source, text, start } = statement;
  if (source.kind !== 'explain-execute') throw new Error('the statement explains no prepared one');
  const { name } = source;
  const call = { kind: 'execute', name, arguments: source.arguments, text, start } as const;
  const { statement: prepared, declared, parameters } = executed(call, context);
  if (!prepared) throw protocolViolation(`prepared statement "${shownLiteral(name)}" has no text to explain`);
  return { statement: context.wire.explained(statement, prepared), declared, parameters, described: undefined };
}
