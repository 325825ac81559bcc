import { hidden } from './secret-texts.ts';
import { shortenText } from './shorten-line.ts';

/** Fields that are never logged, at any depth and in any letter case. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-cube-authorization',
  'cookie',
  'set-cookie',
  'apisecret',
  'apikey',
  'masterkey',
  'passphrase',
  'password',
  'secret',
  'secrets',
  'token',
]);

const deepest = 5;
const mostText = 8_000;
const mostItems = 100;
const mostCauses = 4;

/**
 * Prepares the fields of a line for writing: bounded, without secrets, and errors without properties that drivers add.
 */
export function presentFields(fields: object): Record<string, unknown> {
  return presentRecord(fields, 0);
}

/**
 * Copies only these properties of an error. Drivers and Node also attach the URL with its password (`input`), the bytes
 * received (`rawPacket`) or the values of a row (`detail`).
 */
export function presentError(error: unknown): unknown {
  return error instanceof Error ? describe(error, 0) : present(error, 0);
}

function describe(error: Error, depth: number): Record<string, unknown> {
  const { cause } = error;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : null;
  const inner = error instanceof AggregateError && Array.isArray(error.errors) ? error.errors.slice(0, mostCauses) : [];
  const mayGoOn = depth < mostCauses;
  return {
    type: error.name,
    message: bounded(error.message),
    ...(code === null ? {} : { code }),
    stack: bounded(error.stack ?? ''),
    ...(cause === undefined || !mayGoOn ? {} : { cause: presentCause(cause, depth + 1) }),
    ...(inner.length === 0 || !mayGoOn ? {} : { errors: inner.map((one) => presentCause(one, depth + 1)) }),
  };
}

function presentCause(cause: unknown, depth: number): unknown {
  return cause instanceof Error ? describe(cause, depth) : present(cause, depth);
}

function presentRecord(record: object, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    shown[name] = secretNames.has(name.toLowerCase()) ? hidden : present(value, depth);
  }
  return shown;
}

function present(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return bounded(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describe(value, depth);
  if (depth >= deepest) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item: unknown) => present(item, depth + 1));
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  return presentRecord(value, depth + 1);
}

function bounded(text: string): string {
  return text.length <= mostText ? text : shortenText(text, mostText);
}
