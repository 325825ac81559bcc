import { type ElementName, elementOf, isArrayName, isVector, type TypeName } from './sql-type.ts';
import { categoryOf } from './type-facts.ts';

/** The contexts of casts: an implicit one, a value that is stored in a column, and an explicit CAST. */
export type CastContext = 'implicit' | 'assignment' | 'explicit';

/** How PostgreSQL does it. `text` reads or writes the value as text; `function` may round or refuse a value. */
type CastMethod = 'same' | 'relabel' | 'function' | 'text' | 'items';

export interface Cast {
  readonly method: CastMethod;
  /** The first context that allows it. */
  readonly context: CastContext;
}

/** Numbers become numbers of objects. */
function asNumber(letters: string): string {
  return ['oid', 'regclass', 'regnamespace', 'regproc', 'regrole', 'regtype']
    .map((name) => `${name}:${letters}`)
    .join(' ');
}

/** Rows of `pg_cast`: target, then the context (i, a, e) and the method (f function, b relabel, i text). */
const rows: Readonly<Partial<Record<ElementName, string>>> = {
  bool: 'int4:ef text:af bpchar:af varchar:af',
  bpchar: 'char:af name:if text:if varchar:if',
  char: 'bpchar:af int4:ef text:if varchar:af',
  date: 'timestamp:if timestamptz:if',
  float4: 'int8:af int2:af int4:af float8:if numeric:af',
  float8: 'int8:af int2:af int4:af float4:af numeric:af',
  inet: 'bpchar:af text:af varchar:af',
  int2: `int8:if int4:if float4:if float8:if numeric:if ${asNumber('if')}`,
  int4: `bool:ef char:ef int8:if int2:af float4:if float8:if numeric:if ${asNumber('ib')}`,
  int8: `int2:af int4:af float4:if float8:if numeric:if ${asNumber('if')}`,
  interval: 'time:af',
  json: 'jsonb:ai',
  jsonb: 'bool:ef int8:ef int2:ef int4:ef json:ai float4:ef float8:ef numeric:ef',
  name: 'text:if bpchar:af varchar:af',
  numeric: 'int8:af int2:af int4:af float4:if float8:if',
  oid: 'int4:ab int8:af regclass:ib regnamespace:ib regproc:ib regrole:ib regtype:ib',
  pg_node_tree: 'text:ib',
  regclass: 'int4:ab int8:af oid:ib',
  regnamespace: 'int4:ab int8:af oid:ib',
  regproc: 'int4:ab int8:af oid:ib',
  regrole: 'int4:ab int8:af oid:ib',
  regtype: 'int4:ab int8:af oid:ib',
  text: 'name:if bpchar:ib char:af regclass:if varchar:ib',
  time: 'interval:if',
  timestamp: 'date:af time:af timestamptz:if',
  timestamptz: 'date:af time:af timestamp:af',
  varchar: 'char:af name:if regclass:if text:ib bpchar:ib',
};

const contexts: Readonly<Record<string, CastContext>> = { i: 'implicit', a: 'assignment', e: 'explicit' };
const methods: Readonly<Record<string, CastMethod>> = { f: 'function', b: 'relabel', i: 'text' };

const casts: ReadonlyMap<string, Cast> = new Map(
  Object.entries(rows).flatMap(([source, targets]) =>
    targets.split(' ').map((target): [string, Cast] => {
      const [name = '', letters = ''] = target.split(':');
      return [`${source}>${name}`, castOf(letters)];
    }),
  ),
);

function castOf(letters: string): Cast {
  const [context, method] = [contexts[letters[0] ?? ''], methods[letters[1] ?? '']];
  if (context === undefined || method === undefined) throw new Error(`a cast is written as ${letters}`);
  return { context, method };
}

/** Finds how a value of one type becomes one of another, as PostgreSQL's `find_coercion_pathway` does. */
export function findCast(from: TypeName, to: TypeName): Cast | undefined {
  if (from === to) return { method: 'same', context: 'implicit' };
  if (from === 'unknown') return { method: 'text', context: 'implicit' };
  const listed = casts.get(`${from}>${to}`);
  if (listed !== undefined) return listed;
  // The elements of vectors are read as those of arrays are; arrays do not become vectors.
  if (isVector(to) && from !== 'void')
    return categoryOf(from) === 'S' ? { method: 'text', context: 'explicit' } : undefined;
  if (isArrayName(from) && isArrayName(to)) {
    const items = findCast(elementOf(from), elementOf(to));
    if (items !== undefined && items.method !== 'text') return { method: 'items', context: items.context };
    if (items !== undefined) return { method: 'items', context: 'explicit' };
  }
  if (from === 'void' || to === 'void' || to === 'unknown') return undefined;
  if (categoryOf(to) === 'S') return { method: 'text', context: 'assignment' };
  return categoryOf(from) === 'S' ? { method: 'text', context: 'explicit' } : undefined;
}

const order: readonly CastContext[] = ['implicit', 'assignment', 'explicit'];

export function canCast(from: TypeName, to: TypeName, context: CastContext): boolean {
  const cast = findCast(from, to);
  return cast !== undefined && order.indexOf(cast.context) <= order.indexOf(context);
}
