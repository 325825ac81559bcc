/** Whether the store refused a row because another one has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** Resolves to `undefined` where another row has the same unique value; a transaction can then only be rolled back. */
export async function unlessTaken<Row>(written: Promise<Row>): Promise<Row | undefined> {
  try {
    return await written;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
