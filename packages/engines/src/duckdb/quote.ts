export function quoteText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function quoteTexts(values: readonly string[]): string {
  return `[${values.map(quoteText).join(', ')}]`;
}
