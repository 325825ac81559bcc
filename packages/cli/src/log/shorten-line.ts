const mostField = 4_000;

/** The line with its long fields cut, each saying how long it was. */
export function shortenLine(line: string): string {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>); // written by the log itself
  return `${JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, shortened(value)])))}\n`;
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= mostField ? value : shortenText(text, mostField);
}

/** Cut between words: half a secret would not be recognised as one. */
export function shortenText(text: string, length: number): string {
  const start = text.slice(0, length).replace(/\S{0,400}$/, '');
  return `${start}… (${text.length} characters)`;
}
