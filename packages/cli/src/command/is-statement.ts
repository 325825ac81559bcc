/** Whether a text is SQL: queries are JSON objects, or arrays of them. */
export function isStatement(text: string): boolean {
  return !/^\s*[{[]/.test(text);
}
