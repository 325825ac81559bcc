import { parseTextJson, type TextJson, type TextObject } from './page-json.ts';

/** An answer of the server to a request for more of a statement. https://trino.io/docs/current/develop/client-protocol.html */
export interface TrinoPage {
  /** The name of the statement at the server. */
  readonly id: string;
  /** The address of the next page; absent at the end. */
  readonly nextUri: string | undefined;
  /** Absent until the server knows them. */
  readonly columns: readonly TrinoColumn[] | undefined;
  readonly rows: readonly TrinoRow[];
  readonly error: PageError | undefined;
}

export interface TrinoColumn {
  readonly name: string;
  readonly type: TrinoType;
}

/** A type with its arguments: types, the fields of a row, numbers such as the digits of a decimal. */
export interface TrinoType {
  readonly rawType: string;
  readonly types: readonly TrinoType[];
  readonly fieldNames: readonly (string | undefined)[];
  readonly numbers: readonly number[];
}

/** Numbers are texts, see `parseTextJson`. */
export type TrinoRow = readonly TextJson[];

export interface PageError {
  readonly message: string;
  readonly code: number;
  readonly type: string;
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

/** @throws Error for a text that is no page */
export function readPage(text: string): TrinoPage {
  const page = objectOf(parseTextJson(text));
  const { id, nextUri, columns, data, error } = page;
  if (typeof id !== 'string') throw notAPage('id');
  if (nextUri !== undefined && typeof nextUri !== 'string') throw notAPage('nextUri');
  const read = columns === undefined || columns === null ? undefined : listOf(columns).map(readColumn);
  const rows = data === undefined || data === null ? [] : listOf(data).map(listOf);
  if (rows.some((row) => row.length !== read?.length)) throw notAPage('data');
  return {
    id,
    nextUri,
    columns: read,
    rows,
    error: error === undefined || error === null ? undefined : readError(error),
  };
}

function readColumn(value: TextJson): TrinoColumn {
  const { name, typeSignature } = objectOf(value);
  return { name: textOf(name), type: readType(typeSignature) };
}

function readType(value: TextJson | undefined): TrinoType {
  const { rawType, arguments: parts } = objectOf(value);
  const types: TrinoType[] = [];
  const fieldNames: (string | undefined)[] = [];
  const numbers: number[] = [];
  for (const part of listOf(parts ?? [])) {
    const { kind, value: argument } = objectOf(part);
    if (kind === 'TYPE') types.push(readType(argument));
    else if (kind === 'LONG') numbers.push(Number(argument));
    else if (kind === 'NAMED_TYPE') {
      const { fieldName, typeSignature } = objectOf(argument);
      types.push(readType(typeSignature));
      fieldNames.push(fieldName === undefined || fieldName === null ? undefined : textOf(objectOf(fieldName)['name']));
    }
  }
  return { rawType: textOf(rawType), types, fieldNames, numbers };
}

function readError(value: TextJson): PageError {
  const { message, errorCode, errorType, errorLocation } = objectOf(value);
  const { lineNumber, columnNumber } = errorLocation ? objectOf(errorLocation) : {};
  return {
    message: typeof message === 'string' ? message : '',
    code: Number(errorCode),
    type: typeof errorType === 'string' ? errorType : '',
    place: lineNumber === undefined ? undefined : { line: Number(lineNumber), column: Number(columnNumber) },
  };
}

function objectOf(value: TextJson | undefined): TextObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAPage('an object');
  return value as TextObject; // no array
}

function listOf(value: TextJson): readonly TextJson[] {
  if (!Array.isArray(value)) throw notAPage('a list');
  return value as readonly TextJson[];
}

function textOf(value: TextJson | undefined): string {
  if (typeof value !== 'string') throw notAPage('a text');
  return value;
}

function notAPage(what: string): Error {
  return new Error(`the answer of the server is not one of Trino: ${what}`);
}
