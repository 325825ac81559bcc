/** Third argument of a reviver: the text of the value, in browsers that tell it. */
interface ReviverContext {
  readonly source?: string;
}

/** Parses JSON. A number that would lose digits stays a text with all of them, which filters take as well. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: ReviverContext) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    return digitsOf(source) === digitsOf(String(value)) ? value : source;
  });
}

/** A number in one form, whatever its notation: `1.0`, `10e-1` and `1` are the same. */
function digitsOf(text: string): string {
  const [, sign = '', whole, part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) return text; // Infinity
  const all = `${whole}${part}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  return `${sign}${digits}e${Number(exponent) - part.length + all.length - digits.length}`;
}
