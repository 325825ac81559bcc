import { commonType, type ResolvedSignature, type SqlType, typeText } from '../../types/index.ts';
import type { Branches } from '../branches.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry } from '../entry.ts';
import type { TargetEngine } from '../target.ts';
import { filled, type SourceRendering } from './rules.ts';

type Basis = Pick<TargetEngine, 'name' | 'session' | 'stored' | 'constant' | 'cast' | 'forms'>;

/** The engine of a data source, by how it writes values and what it has for each function. */
export function sourceTarget(basis: Basis, renderingOf: (entry: FunctionEntry) => SourceRendering): TargetEngine {
  return {
    ...basis,
    mostCharacters: 1_000_000,
    call: (resolved, args) => renderCall(resolved, args, basis, renderingOf(resolved.signature)),
    branches: (construct, values) => renderBranches(construct, values, basis),
  };
}

/** A target whose numerics have as many decimals as their types say; others are refused. @param engine its name, for refusals */
export function withKnownDecimals(target: TargetEngine, engine: string): TargetEngine {
  return {
    ...target,
    call: (resolved, args) => {
      const made = target.call(resolved, args);
      if (isCannot(made) || made.type.name !== 'numeric' || made.scale) return made;
      return cannot(`the decimals of ${resolved.signature.name} are not known in ${engine}`);
    },
    branches: (construct, values) => {
      const isComputed = values.some(({ type }) => type.name === 'timestamptz' || type.name === 'interval');
      if (isComputed) return cannot(`${construct} of moments and intervals is not computed in ${engine}`);
      const made = target.branches(construct, values);
      if (isCannot(made) || made.type.name !== 'numeric') return made;
      const scales = values.map((value) => value.scale ?? { held: 0, isShown: true });
      const held = Math.max(...scales.map((scale) => scale.held));
      return { ...made, scale: { held, isShown: scales.every((scale) => scale.isShown && scale.held === held) } };
    },
  };
}

function renderCall(
  { parameters, result }: ResolvedSignature<FunctionEntry>,
  args: readonly Rendered[],
  { cast, session }: Pick<Basis, 'cast' | 'session'>,
  rendering: SourceRendering,
): Rendered | CannotRender {
  if (typeof rendering === 'object') return rendering;
  const given: Rendered[] = [];
  for (const [index, arg] of args.entries()) {
    const name = parameters[index];
    const rendered = name === undefined ? cannot('an argument has no parameter') : cast(arg, { name });
    if (isCannot(rendered)) return rendered;
    given.push(rendered);
  }
  const type: SqlType = { name: result };
  const text = typeof rendering === 'string' ? filled(rendering, given) : rendering(given, type, session);
  if (typeof text === 'string') return { text, type };
  return isCannot(text) ? text : { ...text, type };
}

function renderBranches(
  construct: string,
  values: readonly Rendered[],
  { cast }: Pick<Basis, 'cast'>,
): Branches | CannotRender {
  const type = commonType(values.map((value) => value.type));
  if ('mismatch' in type)
    return cannot(`${construct} types ${type.mismatch.map(typeText).join(' and ')} cannot be matched`);
  const texts: string[] = [];
  for (const value of values) {
    const rendered = cast(value, type);
    if (isCannot(rendered)) return rendered;
    texts.push(rendered.text);
  }
  return { texts, type };
}
