import type { SessionStatement, TemporaryRows } from '../syntax/index.ts';
import { innerText, type SessionPart } from './read-session.ts';
import { fieldsOf, listOf, namesOf, type NodeFields, numberOf, type ParseContext, textOf } from './reading.ts';
import { readType } from './read-type.ts';
import type { StatementText } from './source.ts';

/** Statements that make and drop what lives as long as a connection; undefined for any other one. */
export function readTemporary(reading: ParseContext, part: SessionPart): SessionStatement | undefined {
  const { kind, fields } = part;
  switch (kind) {
    case 'ViewStmt':
      return readView(reading.source, part);
    case 'CreateTableAsStmt':
      return readTableAs(reading.source, part);
    case 'CreateStmt':
      return readEmpty(reading, part);
    case 'DropStmt': {
      const what = dropped[textOf(fields['removeType'])];
      const names = listOf(fields['objects']).map((node) => namesOf(fieldsOf(node['List'])['items']).at(-1) ?? '');
      return what && { kind: 'drop', what, names, ifThere: fields['missing_ok'] === true };
    }
    default:
      return undefined;
  }
}

const dropped: Readonly<Record<string, 'table' | 'view'>> = { OBJECT_TABLE: 'table', OBJECT_VIEW: 'view' };
const as: ReadonlySet<string> = new Set(['as']);
const lasting: ReadonlySet<unknown> = new Set(['ONCOMMIT_NOOP', 'ONCOMMIT_PRESERVE_ROWS', undefined]);

function isTemporary(relation: NodeFields): boolean {
  return relation['relpersistence'] === 't';
}

function readView(source: StatementText, { fields, from, to }: SessionPart): SessionStatement | undefined {
  const relation = fieldsOf(fields['view']);
  if (!isTemporary(relation) || fields['withCheckOption'] !== 'NO_CHECK_OPTION' || fields['options']) return undefined;
  return {
    kind: 'create',
    what: 'view',
    name: textOf(relation['relname']),
    columns: namesOf(fields['aliases']),
    isReplacing: fields['replace'] === true,
    ifMissing: false,
    hasRows: true,
    inner: innerText(source, source.find(as, from + 2, to) + 1, to),
  };
}

function readTableAs(source: StatementText, { fields, from, to }: SessionPart): SessionStatement | undefined {
  const into = fieldsOf(fields['into']);
  const relation = fieldsOf(into['rel']);
  if (!isTemporary(relation) || !lasting.has(into['onCommit']) || fields['objtype'] !== 'OBJECT_TABLE')
    return undefined;
  const hasRows = into['skipData'] !== true;
  const isWritten = source.word(to - 1) === 'data' && source.word(to - (hasRows ? 2 : 3)) === 'with';
  const end = isWritten ? to - (hasRows ? 2 : 3) : to;
  return {
    kind: 'create',
    what: 'table',
    name: textOf(relation['relname']),
    columns: namesOf(into['colNames']),
    isReplacing: false,
    ifMissing: fields['if_not_exists'] === true,
    hasRows,
    inner: innerText(source, source.find(as, from + 2, to) + 1, end),
  };
}

/** A table with columns and without rows. */
function readEmpty(reading: ParseContext, { fields, from }: SessionPart): SessionStatement | undefined {
  const relation = fieldsOf(fields['relation']);
  if (!isTemporary(relation) || !lasting.has(fields['oncommit'])) return undefined;
  const columns = listOf(fields['tableElts']).map((node) => fieldsOf(node['ColumnDef']));
  const isPlain = columns.every(({ colname, constraints }) => colname !== undefined && constraints === undefined);
  if (!isPlain || columns.length === 0) return undefined;
  const values = columns.map(({ colname, typeName }) => {
    const { names, modifiers, dimensions } = readType(reading, fieldsOf(typeName), reading.source.at(from));
    const written = modifiers.map((one) => (one.kind === 'number' ? one.text : '0'));
    const type = `${quote(names.at(-1) ?? '')}${written.length > 0 ? `(${written.join()})` : ''}${dimensions > 0 ? '[]' : ''}`;
    return `CAST(NULL AS ${type}) AS ${quote(textOf(colname))}`;
  });
  return {
    kind: 'create',
    what: 'table',
    name: textOf(relation['relname']),
    columns: [],
    isReplacing: false,
    ifMissing: fields['if_not_exists'] === true,
    hasRows: false,
    inner: { text: `SELECT ${values.join(', ')}`, start: -1 },
  };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The table of SELECT INTO, and the statement without it. */
export function readInto(
  source: StatementText,
  fields: NodeFields,
  { from, to }: Pick<SessionPart, 'from' | 'to'>,
): { readonly into?: TemporaryRows & { readonly isTemporary: boolean } } {
  const relation = fieldsOf(fieldsOf(fields['intoClause'])['rel']);
  const index = source.find(new Set(['into']), from, to);
  if (relation['relname'] === undefined || index < 0) return {};
  let last = source.indexAt(source.offset(numberOf(relation['location'])));
  while (source.word(last + 1) === '.') last += 2;
  const whole = innerText(source, from, to);
  const [begin, end] = [source.at(index) - whole.start, (source.tokens[last]?.end ?? 0) - whole.start];
  const text = `${whole.text.slice(0, begin)}${' '.repeat(end - begin)}${whole.text.slice(end)}`;
  const inner = { text, start: whole.start };
  return { into: { name: textOf(relation['relname']), isTemporary: isTemporary(relation), inner } };
}
