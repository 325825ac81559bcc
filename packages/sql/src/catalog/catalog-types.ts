import { typeDefinitions } from './type-definitions.ts';
import { type CatalogRows, type CatalogValue, rowsFrom } from './rows.ts';

interface NamedFunction {
  readonly name: string;
  readonly oid: number;
}

interface TypeRow {
  readonly values: Readonly<Record<string, CatalogValue>>;
  readonly functions: readonly NamedFunction[];
}

const fields = 'typinput typoutput typreceive typsend typmodin typmodout typsubscript'.split(' ');
const arrayFunctions = 'array_in:750 array_out:751 array_recv:2400 array_send:2401';
const subscripts = 'array_subscript_handler:6179';

function typeRows(line: string): readonly TypeRow[] {
  const [name = '', oid = '', length, isByValue, kind, category, preferred, item, array, ...rest] = line.split(' ');
  const [align = '', storage = '', collation = '', ...functions] = rest;
  const own = typeRow(functions, {
    typname: name,
    oid: Number(oid),
    typlen: Number(length),
    typbyval: isByValue === 't',
    typtype: kind ?? '',
    typcategory: category ?? '',
    typispreferred: preferred === 't',
    typelem: Number(item),
    typarray: Number(array),
    typalign: align,
    typstorage: storage,
    typcollation: Number(collation),
    typanalyze: 0,
  });
  if (Number(array) === 0) return [own];
  const [, , , , modifierIn = '-:0', modifierOut = '-:0'] = functions;
  const listed = typeRow([...arrayFunctions.split(' '), modifierIn, modifierOut, subscripts], {
    typname: `_${name}`,
    oid: Number(array),
    typlen: -1,
    typbyval: false,
    typtype: kind === 'p' ? 'p' : 'b',
    typcategory: kind === 'p' ? 'P' : 'A',
    typispreferred: false,
    typelem: Number(oid),
    typarray: 0,
    typalign: align === 'd' ? 'd' : 'i',
    typstorage: 'x',
    typcollation: Number(collation),
    typanalyze: 3816,
  });
  return [own, listed];
}

function typeRow(functions: readonly string[], values: TypeRow['values']): TypeRow {
  const named = functions.map((text): NamedFunction => {
    const [name = '', oid] = text.split(':');
    return { name, oid: Number(oid) };
  });
  const numbers = Object.fromEntries(fields.map((field, index) => [field, named[index]?.oid ?? 0]));
  return { values: { ...values, ...numbers }, functions: named };
}

const all = typeDefinitions.trim().split('\n').flatMap(typeRows);

/** Facts of a type that pg_attribute repeats, by its number. */
export const typeFactsOf: ReadonlyMap<number, Readonly<Record<string, CatalogValue>>> = new Map(
  all.map(({ values }) => [Number(values['oid']), values]),
);

export const typesOfCatalog: CatalogRows = rowsFrom(
  all.map(({ values }) => values),
  {
    typnamespace: 11,
    typowner: 10,
    typisdefined: true,
    typdelim: ',',
    typrelid: 0,
    typnotnull: false,
    typbasetype: 0,
    typtypmod: -1,
    typndims: 0,
  },
);

/** The functions by which types are read and written. */
export const typeFunctions: readonly NamedFunction[] = [
  ...new Map(
    [...all.flatMap(({ functions }) => functions), { name: 'array_typanalyze', oid: 3816 }]
      .filter(({ oid }) => oid !== 0)
      .map((one) => [one.oid, one]),
  ).values(),
].toSorted((one, other) => one.oid - other.oid);

export const functionsOfCatalog: CatalogRows = rowsFrom(
  typeFunctions.map(({ name, oid }) => ({ oid, proname: name, prosrc: name })),
  {
    pronamespace: 11,
    proowner: 10,
    prolang: 12,
    procost: 1,
    prorows: 0,
    provariadic: 0,
    prosupport: 0,
    prokind: 'f',
    prosecdef: false,
    proleakproof: false,
    proisstrict: true,
    proretset: false,
    provolatile: 'i',
    proparallel: 's',
    pronargs: 1,
    pronargdefaults: 0,
    prorettype: 2276,
    proargtypes: [2275],
  },
);
