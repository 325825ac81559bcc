import type { SqlStatement, WrittenOption } from '../syntax/index.ts';
import { parameterCount } from './parameter-count.ts';
import { readInto, readTemporary } from './read-temporary.ts';
import { innerText, readOptions, readSession, readTransactionModes } from './read-session.ts';
import { type NodeFields, fieldsOf, kindOf, listOf, type ParseContext, textOf } from './reading.ts';

/** A statement of the grammar's tree, and the tokens that it stands between. */
export interface StatementPart {
  readonly node: NodeFields;
  readonly from: number;
  readonly to: number;
}

export function readStatement(reading: ParseContext, part: StatementPart): SqlStatement {
  const { source } = reading;
  const [kind, fields] = kindOf(part.node);
  const range = { start: source.at(part.from), end: source.tokens[part.to - 1]?.end ?? source.at(part.from) };
  switch (kind) {
    case 'SelectStmt': {
      const select = reading.query(fields, part.from, part.to);
      const into = readInto(source, fields, part);
      return { ...range, kind: 'select', select, parameterCount: parameterCount(select), ...into };
    }
    case 'ExplainStmt':
      return { ...range, ...readExplain(reading, fields, part) };
    case 'VariableShowStmt':
      return { ...range, kind: 'show', name: textOf(fields['name']) };
    case 'VariableSetStmt':
      if (fields['kind'] !== 'VAR_SET_MULTI') return { ...range, ...readSet(fields) };
      return { ...range, kind: 'session', name: 'SET', statement: readTransactionModes(fields) };
    default: {
      const name = nameOf(reading, kind, part.from);
      const session = { kind, fields, from: part.from, to: part.to };
      const statement = readSession(reading, session) ?? readTemporary(reading, session);
      return statement ? { ...range, kind: 'session', name, statement } : { ...range, kind: 'other', name };
    }
  }
}

function readExplain(reading: ParseContext, fields: NodeFields, { from, to }: StatementPart) {
  const { source } = reading;
  const written = readOptions(source, fields['options']);
  const options = new Map(written.map((option) => [option.name, isOn(option)]));
  const select = fieldsOf(fields['query'])['SelectStmt'];
  let start = from + 1;
  while (['analyze', 'analyse', 'verbose'].includes(source.word(start))) start += 1;
  const hasBrackets = options.size > 0 && start === from + 1;
  if (hasBrackets) start = source.behind(start);
  return {
    kind: 'explain' as const,
    isAnalyzed: options.get('analyze') ?? false,
    isVerbose: options.get('verbose') ?? false,
    options: written,
    inner: innerText(source, start, to),
    ...(select ? { select: reading.query(fieldsOf(select), start, to) } : {}),
  };
}

/** An option without a value is on. */
function isOn({ values: [value] }: WrittenOption): boolean {
  return value === undefined || !['off', 'false', '0'].includes(value.toLowerCase());
}

function readSet(fields: NodeFields) {
  const values = listOf(fields['args']).map(settingOf);
  const isDefault = fields['kind'] !== 'VAR_SET_VALUE' || values.length === 0;
  return {
    kind: 'set' as const,
    name: fields['kind'] === 'VAR_RESET_ALL' ? 'all' : textOf(fields['name']),
    isLocal: fields['is_local'] === true,
    isReset: textOf(fields['kind']).startsWith('VAR_RESET'),
    ...(isDefault ? {} : { values }),
  };
}

/** @returns the text of a value; `SET TIME ZONE INTERVAL '1' HOUR` has a type around it */
function settingOf(node: NodeFields): string {
  const [kind, fields] = kindOf(node);
  if (kind === 'TypeCast') return settingOf(fieldsOf(fields['arg']));
  if ('sval' in fields) return textOf(fieldsOf(fields['sval'])['sval']);
  if ('fval' in fields) return textOf(fieldsOf(fields['fval'])['fval']);
  return String(fieldsOf(fields['ival'])['ival'] ?? 0);
}

/** Statements that may begin with WITH. */
const named: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};
/** Words that say little by themselves. */
const takesObject = new Set(['CREATE', 'ALTER', 'DROP', 'START', 'SET', 'COMMENT', 'REFRESH']);
const passed = new Set(['OR', 'REPLACE', 'TEMP', 'TEMPORARY', 'UNLOGGED', 'GLOBAL', 'LOCAL', 'UNIQUE', 'SESSION']);

function nameOf({ source }: ParseContext, kind: string, from: number): string {
  const first = source.word(from).toUpperCase();
  if (named[kind] !== undefined) return named[kind];
  if (!takesObject.has(first)) return first;
  let index = from + 1;
  while (passed.has(source.word(index).toUpperCase())) index += 1;
  return `${first} ${source.word(index).toUpperCase()}`.trim();
}
