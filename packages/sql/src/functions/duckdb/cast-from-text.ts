import { type SqlType, typeText } from '../../types/index.ts';
import { heldByQuotients, numericOf } from './numeric.ts';
import { type CannotRender, cannot, type Rendered } from './rendered.ts';
import { fillTemplate, quoted } from './template.ts';
import { duckDbType } from './type-names.ts';

const blanks = '[ \\t\\n\\r\\f\\v]*';
const float = '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?';

/** Forms that are read in DuckDB with PostgreSQL's answer. Other texts end in an error, also where PostgreSQL reads them. */
const forms: Readonly<Record<string, string>> = {
  int2: '[+-]?\\d+',
  int4: '[+-]?\\d+',
  int8: '[+-]?\\d+',
  oid: '\\d{1,10}',
  xid: '\\d{1,10}',
  float8: `${float}`,
  float4: `${float}`,
  date: '\\d{8}|\\d{4}-\\d{1,2}-\\d{1,2}',
  timestamp: '\\d{8}|\\d{4}-\\d{1,2}-\\d{1,2}([ T]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?)?',
  interval: '-?\\d{1,9} +(?i:(second|minute|hour|day|week|month|year)s?)',
  uuid: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
};

/** Reads a text that is no constant. */
export function fromText(operand: Rendered, to: SqlType): Rendered | CannotRender {
  const type = { name: to.name };
  const failed = `error('invalid input syntax for type ${typeText(to.name)}: "' || $1 || '"')`;
  if (to.name === 'bool') {
    const word = `lower(trim($1, ' \t\n'))`;
    const text = `CASE WHEN $1 IS NULL THEN NULL WHEN ${word} IN ('t','tr','tru','true','y','ye','yes','on','1') THEN true WHEN ${word} IN ('f','fa','fal','fals','false','n','no','of','off','0') THEN false ELSE ${failed} END`;
    return { text: fillTemplate(text, [operand.text]), type };
  }
  if (to.name === 'numeric') {
    const form = quoted(`${blanks}[+-]?\\d{1,14}(\\.\\d{0,${heldByQuotients}})?${blanks}`);
    const text = `CASE WHEN $1 IS NULL THEN NULL WHEN regexp_full_match($1, ${form}) THEN CAST($1 AS DECIMAL(38,${heldByQuotients})) ELSE ${failed} END`;
    return numericOf(fillTemplate(text, [operand.text]), { held: heldByQuotients, isShown: false });
  }
  const form = forms[to.name];
  if (form === undefined) return cannot(`texts of columns are not read as ${typeText(to.name)}`);
  // Days may be written without signs, which DuckDB does not read.
  const isTime = to.name === 'date' || to.name === 'timestamp';
  const trimmed = `trim($1, ' \t\n')`;
  const taken = isTime ? `regexp_replace(${trimmed}, '^(\\d{4})(\\d{2})(\\d{2})$', '\\1-\\2-\\3')` : trimmed;
  const read = `CASE WHEN $1 IS NULL THEN NULL WHEN regexp_full_match($1, ${quoted(`${blanks}(${form})${blanks}`)}) THEN CAST(${taken} AS ${duckDbType(to)}) ELSE ${failed} END`;
  return { text: fillTemplate(read, [operand.text]), type };
}
