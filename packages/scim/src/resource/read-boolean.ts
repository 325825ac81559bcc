/** Providers write `"True"` and `"False"`; `undefined` for what is neither. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
