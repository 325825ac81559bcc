const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Epoch milliseconds of an xsd:dateTime with a zone; `undefined` for any other text. */
export function readInstant(text: string): number | undefined {
  const ms = pattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
