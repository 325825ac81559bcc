import type { SqlCapabilities } from '@orrery/contract';
import { isVisible, type Piece } from '@orrery/semantic';
import {
  clauses,
  columnTypeOf,
  type Construct,
  type ElementName,
  forms,
  functionCapabilities,
  operatorCapabilities,
  pushedDown,
  statements,
  typeText,
} from '@orrery/sql';
import type { CallerRuntime } from '../runtime.ts';

/** Types that columns and casts may have. */
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

/**
 * Lists the constructs that SQL over the model supports, and those that data sources compute, for the data sources that
 * the caller may see.
 */
export function sqlCapabilitiesOf(runtime: CallerRuntime): SqlCapabilities {
  return {
    statements: statements.map(present),
    clauses: clauses.map(present),
    forms: forms.map(present),
    functions: functionCapabilities().map(presentFunction),
    operators: operatorCapabilities().map(presentFunction),
    types: types.map((name) => ({ name, shown: typeText(name), columnType: columnTypeOf({ name }) })),
    dataSources: sourcesOf(runtime).map((name) => {
      const engine = runtime.dialectFor(name).name;
      const { pushesDown, not } = pushedDown(engine);
      return { name, engine, pushesDown, not: [...not] };
    }),
  };
}

function present({ name, example, refused }: Construct): SqlCapabilities['clauses'][number] {
  return {
    name,
    example,
    isAnswered: refused === undefined,
    ...(refused?.instead === undefined ? {} : { instead: refused.instead }),
  };
}

type Functions = ReturnType<typeof functionCapabilities>;

function presentFunction({ signatures, refused, ...one }: Functions[number]): SqlCapabilities['functions'][number] {
  return { ...one, signatures: [...signatures], refused: refused.map((signature) => ({ ...signature })) };
}

function sourcesOf({ model: { index }, access }: CallerRuntime): readonly string[] {
  const visible = [...index.pieces.values()].filter(
    (piece) => piece.isPublic && membersOf(piece).some((member) => isVisible(member, index, access)),
  );
  return [...new Set(visible.flatMap((piece) => ('dataSource' in piece ? [piece.dataSource] : [])))].sort();
}

function membersOf({ measures, dimensions, segments }: Piece) {
  return [...measures, ...dimensions, ...segments];
}
