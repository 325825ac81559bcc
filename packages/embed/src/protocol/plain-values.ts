/** An object as `JSON.parse` makes it. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Messages are copies of what was posted, so they have no getters; still they may be anything. */
export function isPlainObject(value: unknown): value is PlainObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as typeof Object.prototype | null)
  );
}

/** @returns `undefined` for anything but a plain object with at most so many fields */
export function entriesOf(value: unknown, most: number): readonly (readonly [string, unknown])[] | undefined {
  if (!isPlainObject(value)) return undefined;
  const names = Object.keys(value);
  return names.length <= most ? names.map((name) => [name, value[name]] as const) : undefined;
}

export function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && value.length <= longestText && pattern.test(value);
}

/** Longer texts are not looked at. */
const longestText = 10_000;
