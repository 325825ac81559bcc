import type { Fragment } from '../model.ts';

/** Whether SQL is a bare column of its cube, which is NULL by itself in a row that the cube has no part in. */
export function isOwnColumn(sql: Fragment): boolean {
  const [owner, name, ...others] = sql.parts;
  const isColumn = owner?.kind === 'cube' && name?.kind === 'text' && /^\.\s*(\w+|"[^"]*")\s*$/.test(name.text);
  return isColumn && others.length === 0;
}
