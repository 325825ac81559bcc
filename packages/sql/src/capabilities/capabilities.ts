import { columnTypeOf, type ColumnTypeName, type ElementName, typeText } from '../types/index.ts';
import { clauses, type Construct, forms, statements } from './constructs.ts';
import { type FunctionCapability, functionCapabilities, operatorCapabilities } from './functions.ts';
import { type PushedDown, pushedDown } from './pushed-down.ts';

/** The constructs, functions and types of SQL over the model. */
interface SupportedSql {
  readonly statements: readonly Construct[];
  readonly clauses: readonly Construct[];
  /** Forms of expressions that are neither functions nor operators. */
  readonly forms: readonly Construct[];
  readonly functions: readonly FunctionCapability[];
  readonly operators: readonly FunctionCapability[];
  readonly types: readonly TypeCapability[];
  /** @param engine name of the dialect of a data source */
  readonly pushedDown: (engine: string) => PushedDown;
}

/** A type that columns and casts may have. */
interface TypeCapability {
  readonly name: ElementName;
  /** The name that PostgreSQL shows. */
  readonly shown: string;
  readonly columnType: ColumnTypeName;
}

export function capabilities(): SupportedSql {
  return {
    statements,
    clauses,
    forms,
    functions: functionCapabilities(),
    operators: operatorCapabilities(),
    types: types.map((name) => ({ name, shown: typeText(name), columnType: columnTypeOf({ name }) })),
    pushedDown,
  };
}

const types: readonly ElementName[] = [
  'bool',
  'int2',
  'int4',
  'int8',
  'numeric',
  'float4',
  'float8',
  'text',
  'varchar',
  'bpchar',
  'name',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'bytea',
];
