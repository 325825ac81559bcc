/** A name, a number or a quoted text: written twice, it costs nothing. */
const atom = /^(?:[\w.]+|(?:"[^"]*"\.?)+|'(?:[^']|'')*'|CAST\('(?:[^']|'')*' AS [\w(), ]+\))$/;

/**
 * Writes arguments into a template, in brackets where needed. An argument that stands there several times is computed once:
 * it becomes a field of a list of one item, which a lambda reads.
 */
export function fillTemplate(template: string, args: readonly string[]): string {
  const shared = args.flatMap((arg, index) => (isShared(template, arg, index) ? [index] : []));
  const filled = template.replaceAll(/\$(\d)/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    return shared.includes(index) ? `_v.a${digit}` : (args[index] ?? 'NULL');
  });
  if (shared.length === 0) return `(${filled})`;
  const fields = shared.map((index) => `'a${index + 1}': ${args[index]}`).join(', ');
  return `(list_transform([{${fields}}], lambda _v: ${filled})[1])`;
}

function isShared(template: string, arg: string, index: number): boolean {
  return template.split(`$${index + 1}`).length > 2 && !atom.test(arg);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
