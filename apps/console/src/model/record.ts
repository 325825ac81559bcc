export type UnknownRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of what others wrote, which may be anything; none where it has no fields. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}
