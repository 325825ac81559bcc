/**
 * How a number is written, in the form of d3.
 * Source: https://d3js.org/d3-format#locale_format
 */
export interface Specifier {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  readonly symbol: string;
  readonly width: number;
  readonly isGrouped: boolean;
  readonly precision: number | undefined;
  /** Zeros at the end of the fraction are left out. */
  readonly isTrimmed: boolean;
  /** Empty: up to 12 significant digits. */
  readonly type: string;
}

const form = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
/** Wider or longer numbers are no numbers that somebody reads. */
const most = 100;

export function readSpecifier(text: string): Specifier | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, fill, align, sign, symbol, zero, width, comma, precision, tilde, type = ''] = match;
  return {
    fill: fill ?? (zero ? '0' : ' '),
    align: align ?? (zero ? '=' : '>'),
    sign: sign ?? '-',
    symbol: symbol ?? '',
    width: Math.min(Number(width ?? 0), most),
    isGrouped: comma !== undefined || type === 'n',
    precision: precision === undefined ? undefined : Math.min(Number(precision.slice(1)), most),
    isTrimmed: tilde !== undefined || type === '',
    type: type === 'n' ? 'g' : type,
  };
}
