/**
 * Computes fields in stages, each from those before it: `_q.name`. A field is computed once, however often it is read.
 *
 * @param stages fields of each stage; a later one has those that it repeats
 * @param answer over the fields of the last stage
 */
export function inStages(stages: readonly Readonly<Record<string, string>>[], answer: string): string {
  return stages.reduceRight((body, fields) => {
    const row = Object.entries(fields).map(([name, text]) => `'${name}': ${text}`);
    return `list_transform([{${row.join(', ')}}], lambda _q: ${body})[1]`;
  }, answer);
}
