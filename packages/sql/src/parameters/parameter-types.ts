import type { Access, ModelIndex } from '@orrery/semantic';
import { bindStatement, modelTables } from '../bind/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { Select } from '../syntax/index.ts';
import { oidOf, type SqlType, typeOfOid, wireTypeOf, type WireType } from '../types/index.ts';

interface ShownOutput extends WireType {
  readonly name: string;
}

/** Parameters and columns of a statement, before it has values. */
export interface TypedStatement {
  readonly parameters: readonly SqlType[];
  readonly parameterOids: readonly number[];
  readonly columns: readonly ShownOutput[];
}

/** OIDs that leave the type of a text open: none, and varchar, as which drivers send every text. */
const open: ReadonlySet<number> = new Set([0, 705, 1043]);

/**
 * Finds the types of parameters by their uses, as PostgreSQL does, and those of the columns. A parameter whose type
 * nothing decides is a text.
 *
 * @param declared OIDs that a client declares, from the first parameter on @param count of the parameters that the text has
 * @throws StatementRefused
 */
export function typeParameters(
  select: Select,
  { declared, count }: { readonly declared: readonly number[]; readonly count: number },
  { model, access }: { readonly model: ModelIndex; readonly access: Access },
): TypedStatement {
  const tables = modelTables(model, access);
  const types = new Map<number, SqlType>();
  for (const [index, oid] of declared.entries()) {
    if (open.has(oid)) continue;
    const name = typeOfOid(oid);
    if (name === undefined)
      refuseUnsupported(
        'sql.parameter-type',
        `Parameter $${index + 1} has a type with OID ${oid}, which is not supported`,
      );
    types.set(index + 1, { name });
  }
  const bound = bindStatement(select, tables, { types });
  const parameters = Array.from(
    { length: Math.max(count, declared.length) },
    (_, index): SqlType => types.get(index + 1) ?? { name: 'text' },
  );
  // The type of a parameter may be decided behind the column that it makes.
  const { output } = count === 0 ? bound : bindStatement(select, tables, { types: typesByNumber(parameters) });
  return {
    parameters,
    parameterOids: parameters.map(({ name }) => oidOf(name)),
    columns: output.map(({ name, type }) => ({ name, ...wireTypeOf(type) })),
  };
}

export function typesByNumber(parameters: readonly SqlType[]): Map<number, SqlType> {
  return new Map(parameters.map((type, index) => [index + 1, type]));
}
