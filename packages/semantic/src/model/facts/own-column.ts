import type { Fragment } from '../model.ts';

/** Whether SQL is a plain column of its cube, which is NULL in a joined row without a row of the cube. */
export function isOwnColumn(sql: Fragment): boolean {
  const [owner, name, ...others] = sql.parts;
  const isColumn = owner?.kind === 'cube' && name?.kind === 'text' && /^\.\s*(\w+|"[^"]*")\s*$/.test(name.text);
  return isColumn && others.length === 0;
}
