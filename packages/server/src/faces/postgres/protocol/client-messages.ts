import type { BoundParameter } from '@orrery/runtime';
import { FieldReader } from './field-reader.ts';
import { protocolViolation, WireFailure } from './wire-failure.ts';

/** A message of a client, without its length. */
export interface ClientMessage {
  /** The letter of its kind. */
  readonly type: string;
  readonly body: Buffer;
}

export interface ParseMessage {
  readonly name: string;
  readonly text: string;
  /** OIDs; 0 where the type is open. */
  readonly types: readonly number[];
}

export interface BindMessage {
  readonly portal: string;
  readonly statement: string;
  readonly parameters: readonly BoundParameter[];
  readonly formats: readonly (0 | 1)[];
  /** Bytes of the message, which its values keep. */
  readonly size: number;
}

/** A statement (`S`) or a portal (`P`), of Describe and Close. */
export interface NamedMessage {
  readonly kind: 'S' | 'P';
  readonly name: string;
}

export interface ExecuteMessage {
  readonly portal: string;
  /** Rows; 0: all. */
  readonly most: number;
}

export function readQuery(body: Buffer): string {
  const reader = new FieldReader(body);
  const text = reader.text();
  reader.end();
  return text;
}

export function readParse(body: Buffer): ParseMessage {
  const reader = new FieldReader(body);
  const [name, text] = [reader.text(), reader.text()];
  const count = countOf(reader, 4);
  const types = Array.from({ length: count }, () => reader.uint32());
  reader.end();
  return { name, text, types };
}

export function readBind(body: Buffer): BindMessage {
  const reader = new FieldReader(body);
  const [portal, statement] = [reader.text(), reader.text()];
  const given = readFormats(reader);
  const count = countOf(reader, 4);
  if (given.length > 1 && given.length !== count) {
    throw protocolViolation(`bind message has ${given.length} parameter formats but ${count} parameters`);
  }
  const parameters = Array.from({ length: count }, (_, index): BoundParameter => {
    const length = reader.int32();
    const isBinary = (given.length > 1 ? given[index] : given[0]) === 1;
    return { bytes: length === -1 ? null : reader.bytes(length), isBinary };
  });
  const formats = readFormats(reader);
  reader.end();
  return { portal, statement, parameters, formats, size: body.length };
}

export function readNamed(body: Buffer): NamedMessage {
  const reader = new FieldReader(body);
  const kind = String.fromCharCode(reader.byte());
  const name = reader.text();
  reader.end();
  if (kind === 'S' || kind === 'P') return { kind, name };
  throw protocolViolation(`invalid subtype ${kind.charCodeAt(0)} of a message`);
}

export function readExecute(body: Buffer): ExecuteMessage {
  const reader = new FieldReader(body);
  const portal = reader.text();
  const most = Math.max(0, reader.int32());
  reader.end();
  return { portal, most };
}

/** Reads the password, which is all of the message. */
export function readPassword(body: Buffer): string {
  const reader = new FieldReader(body);
  const text = reader.text();
  reader.end();
  return text;
}

/** The first message of a client in an exchange of SASL. */
interface SaslChoice {
  readonly mechanism: string;
  readonly message: Buffer;
}

export function readSaslChoice(body: Buffer): SaslChoice {
  const reader = new FieldReader(body);
  const mechanism = reader.text();
  const length = reader.int32();
  const message = reader.bytes(Math.max(0, length)); // -1: the client has not begun, which the exchange refuses
  reader.end();
  return { mechanism, message };
}

function readFormats(reader: FieldReader): readonly (0 | 1)[] {
  return Array.from({ length: countOf(reader, 2) }, () => {
    const format = reader.int16();
    if (format === 0 || format === 1) return format;
    throw new WireFailure('22023', `unsupported format code: ${format}`);
  });
}

/** Reads the number of the fields that follow, each with at least so many bytes. */
function countOf(reader: FieldReader, bytesEach: number): number {
  const count = reader.int16() & 0xffff;
  if (count * bytesEach > reader.rest) throw protocolViolation('insufficient data left in message');
  return count;
}
