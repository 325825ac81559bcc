const mostField = 4_000;

/** Cuts the long fields of a line and notes their original length. */
export function shortenLine(line: string): string {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>); // written by the log itself
  return `${JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, shortened(value)])))}\n`;
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= mostField ? value : shortenText(text, mostField);
}

/** Cuts between words, because half a secret would not be recognised. */
export function shortenText(text: string, length: number): string {
  const start = text.slice(0, length).replace(/\S{0,400}$/, '');
  return `${start}… (${text.length} characters)`;
}
