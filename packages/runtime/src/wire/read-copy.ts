import { shownLiteral } from '@orrery/kernel';
import type { ReadOption, ReadSession } from './sql-statement.ts';
import { StatementInvalid } from '../statement/index.ts';
import { refusedWire, unsupported } from './refuse-wire.ts';
import type { WireCopyOptions, WireStatement } from './wire.ts';

type ReadCopy = Extract<ReadSession, { kind: 'copy' }>;

/** COPY of a query or a table to the client. */
export async function copyOf(
  own: Pick<WireStatement, 'text' | 'start'>,
  { inner, options, refused: why }: ReadCopy,
  inside: (inner: { readonly text: string; readonly start: number }) => Promise<WireStatement>,
): Promise<WireStatement> {
  if (!inner) return refusedWire(own, unsupported(why ?? 'COPY'));
  const read = readOptions(options);
  if (read instanceof StatementInvalid) return refusedWire(own, read);
  const rows = await inside(inner);
  if (rows.kind !== 'rows') return rows.kind === 'refused' ? rows : refusedWire(own, unsupported('COPY'));
  return { ...own, kind: 'copy', ...read, rows };
}

interface CopyForm {
  readonly format: 'text' | 'csv' | 'binary';
  readonly options: WireCopyOptions;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readOptions(written: readonly ReadOption[]): CopyForm | StatementInvalid {
  const seen = new Set<string>();
  const options: Mutable<WireCopyOptions> = {};
  let format: CopyForm['format'] = 'text';
  for (const { name, values, isStar } of written) {
    if (seen.has(name)) return wrong('conflicting or redundant options');
    seen.add(name);
    const [value] = values;
    switch (name) {
      case 'format':
        if (value !== 'text' && value !== 'csv' && value !== 'binary')
          return wrong(`COPY format "${shownLiteral(value)}" not recognized`);
        format = value;
        break;
      case 'delimiter':
        options.delimiter = value ?? '';
        break;
      case 'null':
        options.nullText = value ?? '';
        break;
      case 'quote':
        options.quote = value ?? '';
        break;
      case 'escape':
        options.escape = value ?? '';
        break;
      case 'header':
        if (value !== undefined && !/^(?:on|off|true|false|0|1)$/i.test(value))
          return wrong('header requires a Boolean value');
        options.hasHeader = value === undefined || /^(?:on|true|1)$/i.test(value);
        break;
      case 'force_quote':
        options.forceQuote = isStar ? 'all' : values;
        break;
      case 'encoding':
        if (!/^'?utf-?8'?$/i.test(value ?? '')) return unsupported(`COPY in the encoding ${shownLiteral(value)}`);
        break;
      default:
        return unsupported(`COPY TO with ${shownLiteral(name.toUpperCase())}`);
    }
  }
  return problemOf(format, options) ?? { format, options };
}

/** The checks of PostgreSQL. */
function problemOf(format: CopyForm['format'], options: WireCopyOptions): StatementInvalid | undefined {
  const { delimiter, nullText, quote, escape, hasHeader, forceQuote } = options;
  if (format === 'binary') {
    if (delimiter !== undefined) return wrong('cannot specify DELIMITER in BINARY mode');
    if (nullText !== undefined) return wrong('cannot specify NULL in BINARY mode');
  }
  const isCsv = format === 'csv';
  if (!isCsv && quote !== undefined) return wrong('COPY quote available only in CSV mode');
  if (!isCsv && escape !== undefined) return wrong('COPY escape available only in CSV mode');
  if (!isCsv && hasHeader) return wrong('COPY HEADER available only in CSV mode');
  if (!isCsv && forceQuote !== undefined) return wrong('COPY force quote available only in CSV mode');
  for (const [word, sign] of [
    ['delimiter', delimiter],
    ['quote', quote],
    ['escape', escape],
  ] as const) {
    if (sign !== undefined && (sign.length !== 1 || sign.charCodeAt(0) > 127))
      return wrong(`COPY ${word} must be a single one-byte character`);
    if (sign === '\n' || sign === '\r') return wrong(`COPY ${word} cannot be newline or carriage return`);
  }
  if (nullText !== undefined && /[\r\n]/.test(nullText))
    return wrong('COPY null representation cannot use newline or carriage return');
  const [mark, sign] = [delimiter ?? (isCsv ? ',' : '\t'), quote ?? '"'];
  if (!isCsv && /[\\.a-z0-9]/.test(mark)) return wrong(`COPY delimiter cannot be "${mark}"`);
  if (isCsv && mark === sign) return wrong('COPY delimiter and quote must be different');
  if (nullText?.includes(mark)) return wrong('COPY delimiter must not appear in the NULL specification');
  if (isCsv && nullText?.includes(sign)) return wrong('CSV quote character must not appear in the NULL specification');
  return undefined;
}

function wrong(message: string): StatementInvalid {
  return new StatementInvalid('User Error', 'sql.option', message);
}
