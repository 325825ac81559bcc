/** A call of a tool, with its texts of JSON parsed. Names of tools may be unknown ones. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Absent when the text is no JSON. */
  readonly input?: unknown;
  /** Absent while the tool works. */
  readonly result?: unknown;
  /** The error that the tool reports. */
  readonly error?: string;
}

/** The result of a query: what `orrerySqlApi` answers. */
export interface QueryResult {
  readonly sqlQuery: string;
  readonly queryTitle: string;
  readonly description: string;
  readonly schema: readonly { readonly name: string; readonly column_type: unknown }[];
  /** At most 100 rows; numbers are texts with all their digits. */
  readonly data: readonly (readonly unknown[])[];
  /** Number of rows of the whole result. */
  readonly totalRows: number;
  readonly uuid: string;
  /** Vega-Lite as JSON text, without data. A model has written it: treat it as untrusted. */
  readonly vegaSpec?: string;
}

/** Parses the texts of a call. */
export function toolCallOf(
  id: string,
  call: { readonly name: string; readonly input: string; readonly result?: string },
): ToolCall {
  const result = call.result === undefined ? undefined : parsed(call.result);
  const error = fieldOf(result, 'error');
  const input = parsed(call.input);
  return {
    id,
    name: call.name,
    ...(input === undefined ? {} : { input }),
    ...(call.result === undefined ? {} : { result }),
    ...(typeof error === 'string' ? { error } : {}),
  };
}

/** The rows that a call found. @returns `undefined` for a call that found none, or is of another tool */
export function queryResultOf({ name, result }: ToolCall): QueryResult | undefined {
  const schema = fieldOf(result, 'schema');
  const data = fieldOf(result, 'data');
  if (name !== 'orrerySqlApi' || !Array.isArray(schema) || !Array.isArray(data) || !data.every(Array.isArray)) {
    return undefined;
  }
  const text = (key: string) => {
    const value = fieldOf(result, key);
    return typeof value === 'string' ? value : '';
  };
  const totalRows = fieldOf(result, 'totalRows');
  return {
    sqlQuery: text('sqlQuery'),
    queryTitle: text('queryTitle'),
    description: text('description'),
    schema: schema.map((column) => ({
      name: String(fieldOf(column, 'name') ?? ''),
      column_type: fieldOf(column, 'column_type'),
    })),
    data,
    totalRows: typeof totalRows === 'number' ? totalRows : data.length,
    uuid: text('uuid'),
    ...(text('vegaSpec') === '' ? {} : { vegaSpec: text('vegaSpec') }),
  };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
