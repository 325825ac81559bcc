/** `sqlTable` and `sql_table` are the same key: snake_case is the canonical spelling. */
export function snakeCase(word: string): string {
  return /[A-Z]/.test(word) ? word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : word;
}
