import { renderBranches } from '../branches.ts';
import type { SqlType } from '../../types/index.ts';
import type { StatementSession } from '../entry.ts';
import { renderCall } from '../render-call.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { renderCast } from './cast.ts';
import { renderConstant } from './constant.ts';
import type { Rendered, Scale } from './rendered.ts';

export function duckDbTarget(session: StatementSession): TargetEngine {
  return {
    name: 'duckdb',
    session,
    mostCharacters: Infinity,
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

/** A stored value as one of the type of its column: models may call texts numbers, and numbers texts. */
function storedValue(text: string, type: SqlType, scale?: Scale): Rendered {
  switch (type.name) {
    case 'float8':
      return { text: `CAST(${text} AS DOUBLE)`, type };
    case 'int2':
    case 'int4':
    case 'int8':
      return {
        text: `CAST(${text} AS ${type.name === 'int8' ? 'BIGINT' : type.name === 'int4' ? 'INTEGER' : 'SMALLINT'})`,
        type,
      };
    case 'bool':
      return { text: `CAST(${text} AS BOOLEAN)`, type };
    case 'timestamp':
      return { text: `CAST(${text} AS TIMESTAMP)`, type };
    case 'numeric': {
      const held = scale ?? { held: type.modifier?.[1] ?? 0, isShown: true };
      return { text: `CAST(${text} AS DECIMAL(38,${held.held}))`, type, scale: held };
    }
    default:
      return { text: `CAST(${text} AS VARCHAR)`, type };
  }
}
