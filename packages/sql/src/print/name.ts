/** Words that PostgreSQL takes for something else than a name of a column or table. */
const reserved: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning
  right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user
  using variadic verbose when where window with between bigint bit boolean char character coalesce dec decimal exists
  extract float greatest grouping inout int integer interval least national nchar none normalize nullif numeric out
  overlay position precision real row setof smallint substring time timestamp treat trim values varchar xmlattributes
  xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
);

/** A name of a table, column or alias, in quotes where SQL would read it as something else. */
export function printName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reserved.has(name.toLowerCase()) ? name : printAlias(name);
}

export function printAlias(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function printText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
