import { arrayOf, elementNames, oidOf, typeText } from '../../types/index.ts';
import { foundByName, hasSchema, isObjectKind, objectNamed, nameOfObject, typeNames } from '../duckdb/object-names.ts';
import { isCannot } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering, ObjectKind } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

/** The number of the schema of temporary tables and views. */
export const temporarySchemaOid = 16_390;

const named = new Map(
  elementNames
    .flatMap((name) => [name, ...(oidOf(arrayOf(name)) === 0 ? [] : [arrayOf(name)])])
    .map((name) => [oidOf(name), typeText(name)]),
);
named.set(22, 'int2vector').set(30, 'oidvector');

/** The text that a modifier adds to the name of a type, by its number; the modifier is `$2`. */
const modifiers: Readonly<Record<number, readonly [before: string, after: string, shown: string]>> = {
  1042: ['character(', ')', '$2 - 4'],
  1043: ['character varying(', ')', '$2 - 4'],
  1083: ['time(', ') without time zone', '$2'],
  1114: ['timestamp(', ') without time zone', '$2'],
  1184: ['timestamp(', ') with time zone', '$2'],
  1700: ['numeric(', ')', "(($2 - 4) >> 16) || ',' || (($2 - 4) & 65535)"],
};

const typeName = `CASE ${[
  ...Object.entries(modifiers).map(
    ([oid, [before, after, shown]]) =>
      `WHEN $1 = ${oid} AND $2 >= 0 THEN ${quoted(before)} || (${shown}) || ${quoted(after)}`,
  ),
  ...[...named].map(([oid, name]) => `WHEN $1 = ${oid} THEN ${quoted(name)}`),
].join(' ')} WHEN $1 IS NULL THEN NULL WHEN $1 = 0 THEN '-' ELSE '???' END`;

/** The number of a named object, or NULL. */
function numberOf(kind: ObjectKind): DuckDbRendering {
  return ([name], type, session) => {
    if (typeof name?.constant === 'string') {
      const found = objectNamed(name.constant, kind, session);
      return isCannot(found) ? { text: 'CAST(NULL AS BIGINT)', type, constant: null } : found;
    }
    return { text: fillTemplate(foundByName(kind, session), [name?.text ?? 'NULL']), type };
  };
}

/** Whether a number is one of those that have a name, and the name needs no schema; NULL for other numbers. */
function isVisible(kind: ObjectKind): DuckDbRendering {
  return ([oid], type, { names = typeNames }) => {
    const list = names.list(kind);
    const oids = (isPlain: boolean) =>
      `CAST([${list
        .filter(([, name]) => hasSchema(name) !== isPlain)
        .map(([one]) => one)
        .join(', ')}] AS BIGINT[])`;
    const text = `CASE WHEN list_contains(${oids(true)}, $1) THEN true WHEN list_contains(${oids(false)}, $1) THEN false END`;
    return { text: fillTemplate(text, [oid?.text ?? 'NULL']), type };
  };
}

const ownerName: DuckDbRendering = ([oid], type, session) => {
  const read = { text: oid?.text ?? 'NULL', type: { name: 'regrole' } } as const;
  if (!isObjectKind(read.type.name)) return read;
  const shown = nameOfObject(read, type, session);
  return {
    text: fillTemplate(`CASE WHEN $1 = CAST($2 AS VARCHAR) THEN 'unknown (OID=' || $2 || ')' ELSE $1 END`, [
      shown.text,
      read.text,
    ]),
    type,
  };
};

/** Rights over objects of a kind: all callers have these, and no others. */
function holds(rights: string): string {
  return `regexp_matches(upper($N), '(^|,)\\s*(${rights})\\s*(,|$)')`;
}

/** A test of rights with and without the name of a user; the object is a name or a number. */
function rightsOf(names: string, rights: string, arguments_: readonly string[]): readonly FunctionRow[] {
  return arguments_.flatMap((given): readonly FunctionRow[] => {
    const count = given.split(',').length;
    return [
      [names, `${given}, text -> bool`, holds(rights).replace('$N', `$${count + 1}`)],
      [
        names,
        ['name', 'oid'].map((user) => `${user}, ${given}, text -> bool`),
        holds(rights).replace('$N', `$${count + 2}`),
      ],
    ];
  });
}

const prettySize =
  "CASE WHEN abs($1) < 10240 THEN CAST(CAST($1 AS BIGINT) AS VARCHAR) || ' bytes' WHEN abs($1) < 10485247 THEN CAST(round($1 / 1024) AS BIGINT) || ' kB' WHEN abs($1) < 10736893952 THEN CAST(round($1 / 1048576) AS BIGINT) || ' MB' ELSE CAST(round($1 / 1073741824) AS BIGINT) || ' GB' END";

const ofCatalogs = { cannot: 'this function reads the catalogs, which a data source has not' };
const noText = 'CAST(NULL AS VARCHAR)';

const rows: readonly FunctionRow[] = [
  ['format_type', 'oid, int4 -> text', typeName, { isStrict: false }],
  ['to_regclass', 'text -> regclass', numberOf('regclass')],
  ['to_regtype', 'text -> regtype', numberOf('regtype')],
  ['to_regproc', 'text -> regproc', numberOf('regproc')],
  ['to_regnamespace', 'text -> regnamespace', numberOf('regnamespace')],
  ['to_regrole', 'text -> regrole', numberOf('regrole')],
  ['pg_table_is_visible', 'oid -> bool', isVisible('regclass')],
  ['pg_type_is_visible', 'oid -> bool', isVisible('regtype')],
  ['pg_function_is_visible', 'oid -> bool', isVisible('regproc')],
  [
    'pg_collation_is_visible pg_conversion_is_visible pg_operator_is_visible pg_opclass_is_visible pg_opfamily_is_visible pg_statistics_obj_is_visible',
    'oid -> bool',
    'CASE WHEN $1 IS NOT NULL THEN true END',
  ],
  ['pg_get_userbyid', 'oid -> name', ownerName],
  ['pg_encoding_to_char', 'int4 -> name', "CASE WHEN $1 = 6 THEN 'UTF8' ELSE '' END"],
  ['pg_char_to_encoding', 'name -> int4', "CASE WHEN upper($1) IN ('UTF8', 'UTF-8', 'UNICODE') THEN 6 ELSE -1 END"],
  ['getdatabaseencoding', ' -> name', "'UTF8'"],
  // Cubes and views have no defaults, rules, triggers, partitions and functions of a database.
  ['pg_get_expr', ['pg_node_tree, oid -> text', 'pg_node_tree, oid, bool -> text'], '$1'],
  [
    'pg_get_viewdef',
    ['oid -> text', 'oid, bool -> text', 'oid, int4 -> text', 'text -> text', 'text, bool -> text'],
    noText,
  ],
  ['pg_get_triggerdef pg_get_ruledef', ['oid -> text', 'oid, bool -> text'], noText],
  [
    'pg_get_functiondef pg_get_function_result pg_get_function_arguments pg_get_function_identity_arguments pg_get_partkeydef pg_get_statisticsobjdef pg_get_statisticsobjdef_columns pg_get_partition_constraintdef',
    'oid -> text',
    noText,
  ],
  ['pg_get_serial_sequence', 'text, text -> text', noText],
  ['shobj_description', 'oid, name -> text', noText],
  ['pg_tablespace_location', 'oid -> text', "''"],
  ['pg_relation_is_publishable', 'regclass -> bool', 'CASE WHEN $1 IS NOT NULL THEN false END'],
  ['pg_relation_is_updatable', 'regclass, bool -> int4', '0'],
  ['pg_column_is_updatable', 'regclass, int2, bool -> bool', 'false'],
  [
    'pg_my_temp_schema',
    ' -> oid',
    (_, type, { connection }) => ({
      text: `CAST(${(connection?.catalog.temporary() ?? []).length === 0 ? 0 : temporarySchemaOid} AS BIGINT)`,
      type,
    }),
  ],
  ['pg_is_other_temp_schema', 'oid -> bool', 'false'],
  [
    'pg_relation_size pg_total_relation_size pg_table_size pg_indexes_size',
    'regclass -> int8',
    'CAST(NULL AS BIGINT)',
    { volatility: 'volatile' },
  ],
  ['pg_relation_size', 'regclass, text -> int8', 'CAST(NULL AS BIGINT)', { volatility: 'volatile' }],
  [
    'pg_database_size pg_tablespace_size',
    ['oid -> int8', 'name -> int8'],
    'CAST(NULL AS BIGINT)',
    { volatility: 'volatile' },
  ],
  ['pg_relation_filenode', 'regclass -> oid', 'CAST(NULL AS BIGINT)'],
  ['pg_size_pretty', ['int8 -> text', 'numeric -> text'], prettySize, { volatility: 'immutable' }],
  ['pg_stat_get_numscans pg_stat_get_live_tuples pg_stat_get_dead_tuples', 'oid -> int8', 'CAST(NULL AS BIGINT)'],
  ['age', 'xid -> int4', 'CAST($1 AS INTEGER)'],
  ...rightsOf('has_table_privilege has_any_column_privilege', 'SELECT', ['text', 'oid']),
  ...rightsOf('has_column_privilege', 'SELECT', ['text, text', 'text, int2', 'oid, text', 'oid, int2']),
  ...rightsOf('has_schema_privilege', 'USAGE', ['text', 'oid']),
  ...rightsOf('has_database_privilege', 'CONNECT|TEMP|TEMPORARY', ['text', 'oid']),
  ...rightsOf('has_function_privilege', 'EXECUTE', ['text', 'oid']),
  ...rightsOf('has_type_privilege has_language_privilege', 'USAGE', ['text', 'oid']),
  ...rightsOf(
    'has_sequence_privilege has_tablespace_privilege has_server_privilege has_foreign_data_wrapper_privilege',
    'NONE',
    ['text', 'oid'],
  ),
  [
    'pg_has_role',
    [
      ...['name', 'oid'].map((role) => `${role}, text -> bool`),
      ...['name, name', 'name, oid', 'oid, name', 'oid, oid'].map((roles) => `${roles}, text -> bool`),
    ],
    (args, type, { user, names = typeNames }) => {
      const asked = args.at(-2);
      const own = asked?.type.name === 'oid' ? String(names.find('regrole', user) ?? 0) : quoted(user);
      const tests = args.map(({ text }) => `${text} IS NULL`).join(' OR ');
      return { text: `(CASE WHEN ${tests} THEN NULL ELSE ${asked?.text ?? 'NULL'} = ${own} END)`, type };
    },
  ],
  // Read from the catalogs when a statement is bound.
  ['col_description', 'oid, int4 -> text', ofCatalogs],
  ['obj_description', ['oid -> text', 'oid, name -> text'], ofCatalogs],
  ['pg_get_constraintdef', ['oid -> text', 'oid, bool -> text'], ofCatalogs],
  ['pg_get_indexdef', ['oid -> text', 'oid, int4, bool -> text'], ofCatalogs],
  [
    'parse_ident',
    'text [, bool] -> text[]',
    'list_transform(regexp_extract_all($1, \'"(?:[^"]|"")*"|[^."]+\'), lambda _i: CASE WHEN starts_with(_i, \'"\') THEN replace(substr(_i, 2, length(_i) - 2), \'""\', \'"\') ELSE lower(trim(_i)) END)',
    { volatility: 'immutable' },
  ],
];

export const catalogFunctions = family(rows, { volatility: 'stable' });
