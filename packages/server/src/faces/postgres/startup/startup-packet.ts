import { shownLiteral } from '@orrery/kernel';
import { FieldReader } from '../protocol/field-reader.ts';
import { WireFailure } from '../protocol/wire-failure.ts';

/** The first message of a session. */
export interface StartupPacket {
  readonly user: string;
  readonly database: string;
  /** Parameters that are settings. */
  readonly settings: ReadonlyMap<string, string>;
  /** Version and options of the protocol that are newer than ours; absent: none. */
  readonly newer?: { readonly options: readonly string[] };
}

/** @param minor minor version of the protocol @throws WireFailure */
export function readStartup(body: Buffer, minor: number): StartupPacket {
  const given = parametersOf(body);
  const options = [...given.keys()].filter((name) => name.startsWith('_pq_.'));
  const user = given.get('user') ?? '';
  if (user === '') throw fatal('28000', 'no PostgreSQL user name specified in startup packet');
  if (isReplication(given.get('replication'))) throw fatal('0A000', 'replication is not supported');
  const settings = new Map(optionsOf(given.get('options') ?? ''));
  for (const [name, value] of given) {
    if (!notSettings.has(name) && !name.startsWith('_pq_.')) settings.set(name, value);
  }
  const encoding = settings.get('client_encoding');
  if (encoding !== undefined) settings.set('client_encoding', encodingOf(encoding));
  return {
    user,
    database: given.get('database') || 'db',
    settings,
    ...(minor > 0 || options.length > 0 ? { newer: { options } } : {}),
  };
}

const notSettings: ReadonlySet<string> = new Set(['user', 'database', 'options', 'replication']);
const mostParameters = 100;

function parametersOf(body: Buffer): ReadonlyMap<string, string> {
  const reader = new FieldReader(body);
  const given = new Map<string, string>();
  for (;;) {
    const name = reader.text();
    if (name === '') break;
    given.set(name, reader.text());
    if (given.size > mostParameters) throw fatal('08P01', 'too many parameters in startup packet');
  }
  if (reader.rest > 0) throw fatal('08P01', 'invalid startup packet layout: expected terminator as last byte');
  return given;
}

function isReplication(value: string | undefined): boolean {
  return value !== undefined && !['false', 'off', 'no', '0'].includes(value.toLowerCase());
}

/**
 * Reads switches of a command line, `-c name=value` and `--name=value`; a backslash keeps the character behind it.
 *
 * @throws WireFailure for another switch
 */
function optionsOf(text: string): readonly (readonly [name: string, value: string])[] {
  const words = [...text.matchAll(/(?:\\[^]|[^\s\\])+/g)].map(([word]) => word.replaceAll(/\\([^])/g, '$1'));
  const found: (readonly [string, string])[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const assigned = word === '-c' ? words[++index] : /^(?:-c|--)(.+)$/s.exec(word)?.[1];
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(assigned ?? '') ?? [];
    if (name === undefined || value === undefined) {
      throw fatal('22023', `invalid command-line argument for server process: ${shownLiteral(word)}`);
    }
    found.push([name.replaceAll('-', '_'), value]);
  }
  return found;
}

/** Some clients put the name into quotes, and most write it in their own way. @throws WireFailure */
function encodingOf(text: string): string {
  const name = text
    .replace(/^'(.*)'$/, '$1')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  if (['utf8', 'unicode', 'sqlascii', 'auto', ''].includes(name)) return 'UTF8';
  throw new WireFailure('22023', `invalid value for parameter "client_encoding": "${shownLiteral(text)}"`, {
    hint: 'This server speaks UTF8 only',
    isFatal: true,
  });
}

function fatal(code: string, message: string): WireFailure {
  return new WireFailure(code, message, { isFatal: true });
}
