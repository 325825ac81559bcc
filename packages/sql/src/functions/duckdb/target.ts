import { renderBranches } from '../branches.ts';
import type { StatementSession } from '../entry.ts';
import { renderCall } from '../render-call.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { renderCast } from './cast.ts';
import { storedValue } from './column-value.ts';
import { renderConstant } from './constant.ts';

export function duckDbTarget(session: StatementSession): TargetEngine {
  return {
    name: 'duckdb',
    session,
    stored: storedValue,
    constant: (type, text) => renderConstant(type, text, session.zone),
    cast: (operand, to, isWritten) => renderCast(operand, to, session, isWritten),
    call: (resolved, args) => renderCall(resolved, args, session),
    branches: (construct, values) => renderBranches(construct, values, session),
    forms,
  };
}

const forms: TargetForms = {
  compared: (text) => text,
  isTruth: (operand, truth, isNegated) =>
    `${operand} IS ${isNegated ? 'NOT ' : ''}${truth === null ? 'NULL' : String(truth).toUpperCase()}`,
  isDistinct: (one, other, isNegated) => `${one} IS ${isNegated ? 'NOT ' : ''}DISTINCT FROM ${other}`,
  extreme: (name, texts) => `${name}(${texts.join(', ')})`,
  array: (texts) => `[${texts.join(', ')}]`,
};
