/** Parts of MySQL's formats of times, as DuckDB writes and reads them. */
const parts: Readonly<Record<string, string>> = {
  Y: '%Y',
  y: '%y',
  p: '%p',
  f: '%f',
  b: '%b',
  M: '%B',
  a: '%a',
  W: '%A',
  j: '%j',
  '%': '%%',
};
/** Numbers: texts are read with or without zeros in front of them. */
const numbers: Readonly<Record<string, readonly [write: string, read: string]>> = {
  c: ['%-m', '%-m'],
  e: ['%-d', '%-d'],
  k: ['%-H', '%-H'],
  l: ['%-I', '%-I'],
  m: ['%m', '%-m'],
  d: ['%d', '%-d'],
  H: ['%H', '%-H'],
  h: ['%I', '%-I'],
  I: ['%I', '%-I'],
  i: ['%M', '%-M'],
  s: ['%S', '%-S'],
  S: ['%S', '%-S'],
  T: ['%H:%M:%S', '%-H:%-M:%-S'],
  r: ['%I:%M:%S %p', '%-I:%-M:%-S %p'],
};

/** @returns undefined for a format with a part that has no equal in DuckDB */
export function readMySqlFormat(format: string, way: 'read' | 'write'): string | undefined {
  const made = format.replaceAll(/%(.?)/gs, (_, part: string) => {
    const brief = Object.hasOwn(numbers, part) ? numbers[part] : undefined;
    return brief?.[way === 'write' ? 0 : 1] ?? (Object.hasOwn(parts, part) ? parts[part] : undefined) ?? '\0';
  });
  return made.includes('\0') ? undefined : made;
}
