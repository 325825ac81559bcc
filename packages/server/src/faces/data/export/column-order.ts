import { InvalidQuery, requestProblem } from '@orrery/runtime';
import type { FileColumn } from './csv-body.ts';

/** Columns in the order that was asked for, then dimensions, then measures. @throws InvalidQuery */
export function inOrder(columns: readonly FileColumn[], asked: readonly string[]): readonly FileColumn[] {
  const unknown = asked.filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) {
    throw new InvalidQuery(
      unknown.map((name) => {
        const message = `Invalid query format: "columns" names '${name}', which the rows do not have`;
        return requestProblem('request.invalid-value', message, { path: 'columns' });
      }),
    );
  }
  const placeOf = ({ name, role }: FileColumn) => {
    const place = asked.indexOf(name);
    return place === -1 ? asked.length + (role === 'measure' ? 1 : 0) : place;
  };
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}
