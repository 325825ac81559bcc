/** More of them by `npm run prove`. */
export const valuesPerType = Number(process.env['ORRERY_PROVE_RUNS'] ?? 4_000);

/** Returns a whole number from 0 up to a bound below 2^32. */
export type NextRandom = (bound: number) => number;

/** A generator of repeatable numbers (xorshift). */
export function randomBelow(seed: number): NextRandom {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

export interface WrittenType {
  readonly type: string;
  /** A random text that can be cast to the type. */
  readonly texts: (next: NextRandom) => string;
  /** The value as engines give it, where it is known without DuckDB. */
  readonly value?: (text: string) => string | boolean | null;
}

const same = (text: string) => text;

function integer(next: NextRandom, least: bigint, most: bigint): string {
  if (next(50) === 0) return String([least, most, 0n, least + 1n, most - 1n][next(5)]);
  const span = most - least + 1n;
  let value = 0n;
  for (let part = 0; part < 4; part += 1) value = (value << 32n) | BigInt(next(2 ** 32 - 1));
  const bits = BigInt(next(129)); // numbers of every length
  const magnitude = value >> bits;
  const signed = next(2) === 0 ? magnitude : -magnitude;
  if (signed >= least && signed <= most) return String(signed);
  return String(least + (((signed % span) + span) % span));
}

/** Numbers around the bounds of exact doubles and of the parts that digits are written in. */
const edges = [2n ** 53n, 2n ** 31n, 2n ** 32n, 10n ** 8n, 10n ** 15n, 10n ** 16n, 2n ** 63n - 2n];

function wide(next: NextRandom, least: bigint, most: bigint): string {
  if (next(10) !== 0) return integer(next, least, most);
  const near = (edges[next(edges.length)] as bigint) + BigInt(next(5)) - 2n;
  const value = least < 0n && next(2) === 0 ? -near : near;
  return value < least || value > most ? integer(next, least, most) : String(value);
}

const integers = (type: string, least: bigint, most: bigint): WrittenType => ({
  type,
  texts: (next) => wide(next, least, most),
  value: same,
});

function decimals(width: number, scale: number): WrittenType {
  const most = 10n ** BigInt(width) - 1n;
  return {
    type: `DECIMAL(${width},${scale})`,
    texts: (next) => {
      const units = wide(next, -most, most);
      const digits = units.replace('-', '').padStart(scale + 1, '0');
      const point = digits.length - scale;
      const sign = units.startsWith('-') ? '-' : '';
      return scale === 0 ? units : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
    },
    value: same,
  };
}

const bits = new DataView(new ArrayBuffer(8));

function double(next: NextRandom): string {
  switch (next(8)) {
    case 0:
      return ['nan', 'inf', '-inf', '-0.0', '0.1', '5e-324', '1.7976931348623157e308', '1e21', '1e-7'][
        next(9)
      ] as string;
    case 1:
      return String(next(2 ** 32 - 1) / 100);
    case 2:
      return String(-next(2 ** 32 - 1) / 10_000);
    case 3:
      return String((next(2 ** 32 - 1) * 2 ** 20 + next(2 ** 20)) / 100); // about 15 digits and more
    case 4:
      return String(next(1000) / (1 + next(1000)));
    case 5:
      return integer(next, -(2n ** 60n), 2n ** 60n);
    default: {
      bits.setUint32(0, next(2 ** 32 - 1));
      bits.setUint32(4, next(2 ** 32 - 1));
      return String(bits.getFloat64(0)).replace('Infinity', 'inf').replace('NaN', 'nan');
    }
  }
}

/** Digits of a double without an exponent, by `BigInt` and by moving the point. */
function plainDouble(text: string): string | null {
  const value = Number(text.replace('inf', 'Infinity'));
  if (!Number.isFinite(value)) return null;
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift >= 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`;
}

function day(next: NextRandom): string {
  if (next(40) === 0) return ['infinity', '-infinity', 'epoch', '0001-01-01', '9999-12-31'][next(5)] as string;
  const year = next(4) === 0 ? 1 + next(12_000) : 1900 + next(200);
  const [month, date] = [1 + next(12), 1 + next(28)].map((part) => String(part).padStart(2, '0'));
  const isBefore = next(20) === 0;
  return `${String(year).padStart(4, '0')}-${month}-${date}${isBefore ? ' (BC)' : ''}`;
}

function instant(next: NextRandom, digits: number, isOld = true): string {
  if (isOld && next(40) === 0) return ['infinity', '-infinity', 'epoch'][next(3)] as string;
  const year = isOld && next(4) === 0 ? 1 + next(12_000) : 1900 + next(200);
  const two = (bound: number, from = 0) => String(from + next(bound)).padStart(2, '0');
  const clock = next(10) === 0 ? '00:00:00' : `${two(24)}:${two(60)}:${two(60)}`;
  const length = next(digits + 1);
  const fraction =
    length === 0
      ? ''
      : `.${String(next(2 ** 32 - 1))
          .padStart(length, '0')
          .slice(0, length)}`;
  return `${String(year).padStart(4, '0')}-${two(12, 1)}-${two(28, 1)} ${clock}${fraction}`;
}

const pieces = [
  ...['a', 'Z', '0', ' ', '"', '\\', '/', "'", ',', ';', '\n', '\r', '\t', '\b', '\f', '\u001f', '\u007f', '\u0080'],
  ...[
    '\u2028',
    '\u2029',
    'é',
    'ß',
    '漢',
    '字',
    '😀',
    '👩‍👩‍👧',
    '\u0301',
    '\ufeff',
    '\uffff',
    '\u07ff',
    '\u0800',
    '\u{10ffff}',
    '\ud7ff',
  ],
  ...['customer number ', 'plain text of some length, '],
];

export function randomText(next: NextRandom): string {
  const length = next(10) === 0 ? next(60) : next(9);
  const plain = next(2) === 0;
  let text = '';
  for (let part = 0; part < length; part += 1) {
    text += plain ? String.fromCharCode(97 + next(26)) : (pieces[next(pieces.length)] as string);
  }
  return text;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const words = Array.from({ length: 300 }, (_, index) => `${pieces[index % pieces.length]}${index}`);

/** Every type of DuckDB that answers may have. */
export const writtenTypes: readonly WrittenType[] = [
  { type: 'BOOLEAN', texts: (next) => String(next(2) === 0), value: (text) => text === 'true' },
  integers('TINYINT', -128n, 127n),
  integers('UTINYINT', 0n, 255n),
  integers('SMALLINT', -(2n ** 15n), 2n ** 15n - 1n),
  integers('USMALLINT', 0n, 2n ** 16n - 1n),
  integers('INTEGER', -(2n ** 31n), 2n ** 31n - 1n),
  integers('UINTEGER', 0n, 2n ** 32n - 1n),
  integers('BIGINT', -(2n ** 63n), 2n ** 63n - 1n),
  integers('UBIGINT', 0n, 2n ** 64n - 1n),
  integers('HUGEINT', -(2n ** 127n), 2n ** 127n - 1n),
  integers('UHUGEINT', 0n, 2n ** 128n - 1n),
  { type: 'BIGNUM', texts: (next) => integer(next, -(2n ** 127n), 2n ** 127n) },
  decimals(4, 2),
  decimals(4, 4),
  decimals(9, 0),
  decimals(9, 9),
  decimals(18, 2),
  decimals(18, 15),
  decimals(18, 18),
  decimals(38, 0),
  decimals(38, 2),
  decimals(38, 15),
  decimals(38, 16),
  decimals(38, 38),
  { type: 'DOUBLE', texts: double, value: plainDouble },
  { type: 'FLOAT', texts: (next) => String(Math.fround(next(2 ** 32 - 1) / (1 + next(100_000)))) },
  { type: 'DATE', texts: day },
  { type: 'TIMESTAMP', texts: (next) => instant(next, 6) },
  { type: 'TIMESTAMPTZ', texts: (next) => (next(2) === 0 ? instant(next, 6) : `${instant(next, 6, false)}+05:30`) },
  { type: 'TIMESTAMP_S', texts: (next) => instant(next, 0) },
  { type: 'TIMESTAMP_MS', texts: (next) => instant(next, 3) },
  { type: 'TIMESTAMP_NS', texts: (next) => instant(next, 9, false) },
  { type: 'TIME', texts: (next) => instant(next, 6, false).slice(11) },
  { type: 'TIMETZ', texts: (next) => `${instant(next, 6, false).slice(11)}+02:00` },
  { type: 'INTERVAL', texts: (next) => `${next(100)} months ${next(1000)} days ${next(100_000_000)} microseconds` },
  { type: 'UUID', texts: (next) => `${hex(next)}-${hex(next).slice(4)}-4abc-8abc-${hex(next)}${hex(next).slice(4)}` },
  { type: 'BLOB', texts: (next) => `\\x${hex(next).slice(6)}text` },
  { type: 'BIT', texts: (next) => (1 + next(2 ** 20)).toString(2) },
  { type: 'VARCHAR', texts: randomText, value: same },
  {
    type: `ENUM(${words.map(quoted).join(', ')})`,
    texts: (next) => words[next(words.length)] as string,
    value: same,
  },
  { type: 'INTEGER[]', texts: (next) => `[${next(10)}, NULL, ${next(1000)}]` },
  { type: 'VARCHAR[]', texts: (next) => `[a${next(10)}, "b, c"]` },
  { type: 'STRUCT(a INTEGER, b VARCHAR)', texts: (next) => `{'a': ${next(100)}, 'b': é${next(10)}}` },
  { type: 'MAP(VARCHAR, DOUBLE)', texts: (next) => `{k${next(10)}=${next(100) / 8}}` },
];

function hex(next: NextRandom): string {
  return next(2 ** 32 - 1)
    .toString(16)
    .padStart(8, '0');
}
