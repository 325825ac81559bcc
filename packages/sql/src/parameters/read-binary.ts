import { StatementRefused } from '../refusal.ts';
import { elementOf, isArrayName, type TypeName, typeOfOid } from '../types/index.ts';

/** Microseconds, and days, between the epoch and PostgreSQL's first day, 2000-01-01. */
const [epochDays, microsPerDay] = [10_957, 86_400_000_000n];
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads PostgreSQL's binary form of a value to its text form. @throws StatementRefused (22P03) */
export function readBinary(name: TypeName, bytes: Uint8Array, number: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isArrayName(name)) return readArray(name, view, number);
  switch (name) {
    case 'bool':
      return view.getUint8(sized(view, 1, number)) === 0 ? 'false' : 'true';
    case 'int2':
      return String(view.getInt16(sized(view, 2, number)));
    case 'int4':
      return String(view.getInt32(sized(view, 4, number)));
    case 'oid':
    case 'xid':
    case 'regclass':
    case 'regnamespace':
    case 'regproc':
    case 'regrole':
    case 'regtype':
      return String(view.getUint32(sized(view, 4, number)));
    case 'int8':
      return String(view.getBigInt64(sized(view, 8, number)));
    case 'float4':
      return floatText(view.getFloat32(sized(view, 4, number)), true);
    case 'float8':
      return floatText(view.getFloat64(sized(view, 8, number)), false);
    case 'numeric':
      return numericText(view, number);
    case 'date':
      return dayText(view.getInt32(sized(view, 4, number)));
    case 'time':
      return clockText(requireClock(view.getBigInt64(sized(view, 8, number))));
    case 'timestamp':
      return momentText(view.getBigInt64(sized(view, 8, number)));
    case 'timestamptz': {
      const text = momentText(view.getBigInt64(sized(view, 8, number)));
      return text.endsWith('infinity') ? text : `${text}+00`;
    }
    case 'interval':
      return intervalText(view, number);
    case 'uuid': {
      sized(view, 16, number);
      return Buffer.from(bytes)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    }
    case 'bytea':
      return `\\x${Buffer.from(bytes).toString('hex')}`;
    case 'jsonb':
      if (bytes[0] !== 1) throw badFormat(number);
      return textOf(bytes.subarray(1));
    case 'inet':
    case 'aclitem':
    case 'pg_node_tree':
    case 'record':
    case 'void':
      throw badFormat(number);
    default:
      return textOf(bytes);
  }
}

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw refused('sql.encoding', 'invalid byte sequence for encoding "UTF8"');
  }
  if (text.includes('\0')) throw refused('sql.encoding', 'invalid byte sequence for encoding "UTF8": 0x00');
  return text;
}

/** @returns the offset of the value */
function sized(view: DataView, size: number, number: number): number {
  if (view.byteLength !== size) throw badFormat(number);
  return 0;
}

function floatText(value: number, isSingle: boolean): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0';
  if (!isSingle) return String(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function numericText(view: DataView, number: number): string {
  if (view.byteLength < 8) throw badFormat(number);
  const [count, weight, sign, scale] = [view.getUint16(0), view.getInt16(2), view.getUint16(4), view.getUint16(6)];
  if (sign === 0xc000) return 'NaN';
  if (sign === 0xd000) return 'Infinity';
  if (sign === 0xf000) return '-Infinity';
  if ((sign !== 0 && sign !== 0x4000) || view.byteLength !== 8 + 2 * count || scale > 16_383) throw badFormat(number);
  if (weight > 250 || scale > 1_000) throw refused('sql.out-of-range', 'value overflows numeric format');
  const groups = Array.from({ length: count }, (_, index) => view.getUint16(8 + 2 * index));
  if (groups.some((group) => group > 9999)) throw badFormat(number);
  const groupAt = (index: number) => String(groups[index] ?? 0).padStart(4, '0');
  const whole = Array.from({ length: Math.max(weight + 1, 0) }, (_, index) => groupAt(index)).join('');
  const places = Array.from({ length: Math.ceil(scale / 4) }, (_, index) => {
    const at = weight + 1 + index;
    return at < 0 ? '0000' : groupAt(at);
  });
  const fraction = places.join('').slice(0, scale);
  const shown = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === 0x4000 ? '-' : ''}${shown}${scale > 0 ? `.${fraction.padEnd(scale, '0')}` : ''}`;
}

function dayText(days: number): string {
  if (days === 2_147_483_647) return 'infinity';
  if (days === -2_147_483_648) return '-infinity';
  return dateOf(days + epochDays);
}

function dateOf(days: number): string {
  const date = new Date(days * 86_400_000);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) {
    throw new StatementRefused({
      kind: 'Post-Processing Error',
      code: 'sql.out-of-range',
      message: 'date out of range',
    });
  }
  return date.toISOString().slice(0, 10);
}

function momentText(micros: bigint): string {
  if (micros === 2n ** 63n - 1n) return 'infinity';
  if (micros === -(2n ** 63n)) return '-infinity';
  const days = micros / microsPerDay - (micros % microsPerDay < 0n ? 1n : 0n);
  if (days > 10_000_000n || days < -10_000_000n) return dateOf(Number.NaN);
  return `${dateOf(Number(days) + epochDays)} ${clockText(micros - days * microsPerDay)}`;
}

function requireClock(micros: bigint): bigint {
  if (micros >= 0n && micros <= microsPerDay) return micros;
  throw refused('sql.out-of-range', 'time out of range');
}

function clockText(micros: bigint): string {
  const part = (size: bigint, within: bigint) => String((micros / size) % within).padStart(2, '0');
  const fraction = String(micros % 1_000_000n).padStart(6, '0');
  return `${part(3_600_000_000n, 100n)}:${part(60_000_000n, 60n)}:${part(1_000_000n, 60n)}.${fraction}`;
}

function intervalText(view: DataView, number: number): string {
  sized(view, 16, number);
  const [micros, days, months] = [view.getBigInt64(0), view.getInt32(8), view.getInt32(12)];
  const magnitude = micros < 0n ? -micros : micros;
  const hours = magnitude / 3_600_000_000n;
  const rest = clockText(magnitude % 3_600_000_000n).slice(3);
  return `${months} mons ${days} days ${micros < 0n ? '-' : ''}${String(hours).padStart(2, '0')}:${rest}`;
}

const mostItems = 100_000;

function readArray(name: TypeName, view: DataView, number: number): string {
  if (view.byteLength < 12) throw badFormat(number);
  const [dimensions, oid] = [view.getInt32(0), view.getUint32(8)];
  const element = elementOf(name);
  const given = typeOfOid(oid);
  const areTexts = (one: string | undefined) => one === 'text' || one === 'varchar' || one === 'unknown';
  if (given !== element && !(areTexts(given) && areTexts(element))) {
    throw refused('sql.binary-value', `binary data has array element type ${oid} instead of expected`);
  }
  if (dimensions === 0) return '{}';
  if (dimensions !== 1 || view.byteLength < 20) {
    throw refused('sql.binary-value', 'arrays of several dimensions are not supported');
  }
  const count = view.getInt32(12);
  if (count < 0 || count > mostItems) throw refused('sql.binary-value', `an array may have ${mostItems} items`);
  const items: string[] = [];
  let at = 20;
  for (let index = 0; index < count; index += 1) {
    if (at + 4 > view.byteLength) throw badFormat(number);
    const length = view.getInt32(at);
    at += 4;
    if (length === -1) {
      items.push('NULL');
      continue;
    }
    if (length < 0 || at + length > view.byteLength) throw badFormat(number);
    const text = readBinary(element, new Uint8Array(view.buffer, view.byteOffset + at, length), number);
    items.push(`"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
    at += length;
  }
  if (at !== view.byteLength) throw badFormat(number);
  return `{${items.join(',')}}`;
}

function badFormat(number: number): StatementRefused {
  return refused('sql.binary-value', `incorrect binary data format in bind parameter ${number}`);
}

function refused(code: string, message: string): StatementRefused {
  return new StatementRefused({ kind: 'Post-Processing Error', code, message });
}
