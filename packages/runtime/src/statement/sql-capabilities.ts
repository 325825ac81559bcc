import type { SqlCapabilities } from '@orrery/contract';
import { isVisible, type Piece } from '@orrery/semantic';
import { capabilities } from '@orrery/sql';
import type { CallerRuntime } from '../runtime.ts';

type Supported = ReturnType<typeof capabilities>;

/**
 * Lists the constructs that SQL over the model supports, and those that data sources compute, for the data sources that
 * the caller may see.
 */
export function sqlCapabilitiesOf(runtime: CallerRuntime): SqlCapabilities {
  const { statements, clauses, forms, functions, operators, types, pushedDown } = capabilities();
  return {
    statements: statements.map(present),
    clauses: clauses.map(present),
    forms: forms.map(present),
    functions: functions.map(presentFunction),
    operators: operators.map(presentFunction),
    types: [...types],
    dataSources: sourcesOf(runtime).map((name) => {
      const engine = runtime.dialectFor(name).name;
      const { pushesDown, not } = pushedDown(engine);
      return { name, engine, pushesDown, not: [...not] };
    }),
  };
}

function present({ name, example, refused }: Supported['clauses'][number]): SqlCapabilities['clauses'][number] {
  return {
    name,
    example,
    isAnswered: refused === undefined,
    ...(refused?.instead === undefined ? {} : { instead: refused.instead }),
  };
}

function presentFunction({
  signatures,
  refused,
  ...one
}: Supported['functions'][number]): SqlCapabilities['functions'][number] {
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
