import { RequestError } from '@orrery/kernel';
import { DataSourceFailure, InvalidQuery, PostProcessingFailure } from '../request/index.ts';
import { StatementInvalid } from '../statement/index.ts';
import type { WireErrorFields } from './wire.ts';

/** SQLSTATE by our code, where PostgreSQL has one of its own. */
const states: Readonly<Record<string, string>> = {
  'sql.syntax': '42601',
  'sql.characters': '22021',
  'sql.encoding': '22021',
  'sql.too-large': '54000',
  'sql.too-deep': '54001',
  'sql.too-long': '54000',
  'sql.limit': '53400',
  'sql.unknown-table': '42P01',
  'sql.unknown-column': '42703',
  'sql.ambiguous-column': '42702',
  'sql.unknown-function': '42883',
  'sql.no-function': '42883',
  'sql.no-operator': '42883',
  'sql.unknown-type': '42704',
  'sql.unknown-role': '42704',
  'sql.unknown-schema': '3F000',
  'sql.no-cast': '42846',
  'sql.type-mismatch': '42804',
  'sql.not-boolean': '42804',
  'sql.not-grouped': '42803',
  'sql.aggregate-place': '42803',
  'sql.window-place': '42P20',
  'sql.set-columns': '42601',
  'sql.parameter': '42P02',
  'sql.parameter-types': '42P08',
  'sql.parameter-count': '08P01',
  'sql.value': '22P02',
  'sql.binary-value': '22P03',
  'sql.out-of-range': '22003',
  'sql.time-value': '22007',
  'sql.time-range': '22008',
  'sql.setting': '42704',
  'sql.setting-value': '22023',
  'sql.setting-fixed': '55P02',
  'sql.savepoint': '3B001',
  'sql.option': '22023',
  'sql.relation-exists': '42P07',
  'sql.wrong-relation': '42809',
  'sql.temporary-memory': '53200',
  'sql.column-names': '42601',
  'sql.statement': '0A000',
  'sql.changed-result': '0A000',
  'sql.changed-rights': '42501',
  'sql.changed-model': '55000',
  'sql.not-read': '57P03',
  'request.cancelled': '57014',
  'request.client-too-slow': '53400',
};

/** SQLSTATE by the first words of a message; see the contract. */
const statesOfKinds: Readonly<Record<StatementInvalid['kind'], string>> = {
  'User Error': '26000',
  'Internal Error': 'XX000',
  'SQL Parser Error': '42601',
  'Unsupported Error': '0A000',
  'Planning Error': '42000',
  'Post-Processing Error': '22000',
  'Rewrite Error': 'XX000',
};

/** Fields of an ErrorResponse, without what only the log may say. */
export function errorFields(error: unknown): WireErrorFields {
  if (error instanceof StatementInvalid) {
    const code = states[error.code] ?? (error.code.startsWith('sql.') ? statesOfKinds[error.kind] : 'XX000');
    const { hint } = error.problem;
    const { position } = error;
    return {
      code,
      message: error.message,
      ...(hint === undefined ? {} : { hint }),
      ...(position === undefined ? {} : { position }),
    };
  }
  if (error instanceof InvalidQuery) {
    const [first] = error.problems;
    const hint = first?.hint;
    return { code: '42000', message: `REST API Error: ${error.message}`, ...(hint === undefined ? {} : { hint }) };
  }
  if (error instanceof PostProcessingFailure) {
    const { message } = error;
    return { code: stateOfFailure(message), message };
  }
  if (error instanceof DataSourceFailure) {
    const code = { timeout: '57014', resource: '53000' }[error.errorClass as string] ?? '58000';
    return { code, message: `Database Execution Error: ${error.message}` };
  }
  if (error instanceof RequestError) {
    const state = states[error.code];
    if (state === '57014') return { code: state, message: 'canceling statement due to user request' };
    return { code: state ?? stateOfStatus(error.status), message: `REST API Error: ${error.message}` };
  }
  return { code: 'XX000', message: 'Internal Error: The statement failed; the log of the server says why' };
}

/** SQLSTATE by the words of a failure above results. */
const statesOfFailures: readonly (readonly [words: RegExp, state: string])[] = [
  [/^invalid input syntax for type (?:date|time|timestamp|interval)/, '22007'],
  [/^invalid input syntax/, '22P02'],
  [/^(?:date\/time field value|interval|timestamp|date) out of range/, '22008'],
  [/^division by zero/, '22012'],
  [/^cannot take square root|^zero raised to a negative power/, '2201F'],
  [/^cannot take logarithm/, '2201E'],
  [/^negative substring length/, '22011'],
  [/^(?:field position must not be zero|step size cannot equal zero)/, '22023'],
  [/^value too long/, '22001'],
  [/^(?:value|input|smallint|integer|bigint|numeric)\b.* out of range/, '22003'],
];

function stateOfFailure(message: string): string {
  const words = message.replace('Post-Processing Error: ', '');
  return statesOfFailures.find(([found]) => found.test(words))?.[1] ?? '22000';
}

function stateOfStatus(status: number): string {
  switch (status) {
    case 401:
      return '28000';
    case 403:
      return '42501';
    case 429:
      return '53300';
    case 503:
      return '57P03';
    default:
      return '58000';
  }
}
