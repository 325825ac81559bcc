import { didYouMean, shownLiteral } from '@orrery/kernel';
import {
  type FunctionEntry,
  allEntries,
  functionsNamed,
  isObjectKind,
  operatorsNamed,
  refusalOf,
} from '../functions/index.ts';
import type { AggregateCall, Scalar, WindowCall, CallScalar } from '../relation/index.ts';
import type { Expression, FunctionCall } from '../syntax/index.ts';
import {
  type ResolvedSignature,
  resolveFunction,
  resolveOperator,
  type SqlType,
  type TypeName,
  typeText,
} from '../types/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { bindWindow } from './bind-window.ts';
import { bindLookup } from './catalog/lookups.ts';
import { coerce, settled, toBoolean } from './coerce.ts';
import { type ExpressionContext, sortKeys } from './place.ts';

/** A call of an operator over bound operands. @throws StatementRefused when none fits their types */
export function operatorOf(symbol: string, written: readonly Scalar[], position: number): CallScalar {
  const operands = symbol === '/' ? dividedAsDoubles(written) : keepsWhole.has(symbol) ? readAsWhole(written) : written;
  const found = operatorsNamed(symbol);
  const given = operands.map(({ type }) => type.name);
  const resolution = resolveOperator(found, given);
  if ('failure' in resolution) {
    const decimal = decimals(operands);
    const other = decimal && resolveOperator(found, typesOf(decimal));
    if (other && !('failure' in other)) return called(other, decimal, position);
    const [left, right] = given.map(typeText);
    const shown = right === undefined ? `${symbol} ${left}` : `${left} ${symbol} ${right}`;
    const why = resolution.failure === 'ambiguous' ? 'operator is not unique' : 'operator does not exist';
    return refusePlan('sql.no-operator', `${why}: ${shown}`, position, 'Add a cast');
  }
  return called(resolution, operands, position);
}

const keepsWhole: ReadonlySet<string> = new Set(['+', '-', '*']);

/** Reads doubles that are whole numbers as int8 next to an int8, of which a double does not hold all digits. */
function readAsWhole(operands: readonly Scalar[]): readonly Scalar[] {
  if (!operands.some(({ type }) => type.name === 'int8')) return operands;
  return operands.map((one) => (one.type.isWhole ? coerce(one, { name: 'int8', isWhole: true }, 'implicit') : one));
}

/** Numbers of the model divide as doubles, also where they were read as int8. */
function dividedAsDoubles(operands: readonly Scalar[]): readonly Scalar[] {
  return operands.map((one) => (one.type.isWhole ? coerce(one, { name: 'float8' }, 'implicit') : one));
}

/** Functions that give one of the numbers that they take, or one of the same kind. */
const givesLike: ReadonlySet<string> = new Set([
  ...keepsWhole,
  ...['%', 'abs', 'first_value', 'lag', 'last_value', 'lead', 'max', 'min', 'mod', 'nth_value'],
]);

/** The type of a call's result, which is whole where a whole number was read as int8. */
function resultType(name: string, result: TypeName, given: readonly Scalar[]): SqlType {
  const isWhole = result === 'int8' && givesLike.has(name) && given.some(({ type }) => type.isWhole);
  return isWhole ? { name: result, isWhole } : { name: result };
}

/** A call of a function of the catalogue over bound arguments. @throws StatementRefused when none fits */
export function callOf(name: string, given: readonly Scalar[], position: number): CallScalar {
  const entries = functionsNamed(name);
  const decimal = decimals(given);
  if (decimal && 'failure' in resolveFunction(entries, typesOf(given))) {
    const resolution = resolveFunction(entries, typesOf(decimal));
    if (!('failure' in resolution)) return called(resolution, decimal, position);
  }
  return called(resolved(name, entries, given, position), given, position);
}

/**
 * Doubles as numerics. The catalog shows numbers of the model as numeric, so tools write `ROUND(m, 2)` and `MOD(n, 2)`, which
 * PostgreSQL does not have for doubles.
 */
function decimals(given: readonly Scalar[]): readonly Scalar[] | undefined {
  if (!given.some(({ type }) => type.name === 'float8')) return undefined;
  return given.map((one) => (one.type.name === 'float8' ? coerce(one, { name: 'numeric' }, 'explicit') : one));
}

function typesOf(given: readonly Scalar[]) {
  return given.map(({ type }) => type.name);
}

function called(
  { signature, parameters, result }: ResolvedSignature<FunctionEntry>,
  given: readonly Scalar[],
  position: number,
): CallScalar {
  return {
    kind: 'call',
    function: signature,
    arguments: given.map((one, index) => coerceTo(one, parameters[index])),
    type: resultType(signature.name, result, given),
    position,
  };
}

function coerceTo(scalar: Scalar, name: ResolvedSignature<FunctionEntry>['parameters'][number] | undefined): Scalar {
  return name === undefined || name === scalar.type.name ? settled(scalar) : coerce(scalar, { name }, 'implicit');
}

function resolved(
  name: string,
  entries: readonly FunctionEntry[],
  given: readonly Scalar[],
  position: number,
): ResolvedSignature<FunctionEntry> {
  if (entries.length === 0) {
    const reason = refusalOf(name);
    if (reason) refuseUnsupported('sql.absent-function', `${name} is not available: ${reason}`, position);
    const hint = didYouMean(
      name,
      allEntries().functions.map((entry) => entry.name),
    );
    return refusePlan('sql.unknown-function', `Invalid function '${shownLiteral(name)}'`, position, hint);
  }
  const resolution = resolveFunction(entries, typesOf(given));
  if (!('failure' in resolution)) return resolution;
  const shown = `${name}(${given.map(({ type }) => typeText(type.name)).join(', ')})`;
  const why = resolution.failure === 'ambiguous' ? 'is not unique' : 'does not exist';
  return refusePlan('sql.no-function', `function ${shown} ${why}`, position, 'Add casts to the arguments');
}

/** @throws StatementRefused for a function that does not exist, or may not stand there */
export function bindCall(place: ExpressionContext, call: FunctionCall): Scalar {
  const { position } = call;
  const name = nameOf(call);
  const entries = functionsNamed(name);
  const kind = entries[0]?.kind ?? 'scalar';
  if (kind === 'window' || call.over) return windowed(place, call, name, entries);
  if (kind === 'aggregate' || kind === 'ordered') return aggregated(place, call, name, entries);
  const extra = call.isDistinct ? 'DISTINCT' : call.filter ? 'FILTER' : call.order.length > 0 ? 'ORDER BY' : undefined;
  if (extra) refusePlan('sql.no-aggregate', `${extra} specified, but ${name} is not an aggregate function`, position);
  if (kind === 'set') {
    return refuseUnsupported('sql.set-function', `${name} stands in FROM only`, position, `FROM ${name}(...)`);
  }
  if (call.isVariadic) return refuseUnsupported('sql.variadic', 'VARIADIC is not supported', position);
  const given = boundArguments(place, inOrder(name, call.arguments));
  const looked = bindLookup(place, { name, given, position }, (left, right) =>
    operatorOf('=', [left, right], position),
  );
  if (looked) return looked;
  const bound = callOf(name, given, position);
  if (readsNames(bound)) place.binder.readsCatalog = true;
  return bound;
}

/** Whether a function reads the names of what the catalogs number. */
function readsNames({ function: { name, parameters }, type }: CallScalar): boolean {
  return (
    isObjectKind(type.name) ||
    parameters.some(isObjectKind) ||
    /_is_visible$|^pg_get_userbyid$|^pg_has_role$/.test(name)
  );
}

function nameOf({ names, position }: FunctionCall): string {
  const [schema, ...rest] = names.map(({ text }) => text.toLowerCase());
  const last = rest.at(-1) ?? schema ?? '';
  const isKnown =
    rest.length === 0 ||
    (rest.length === 1 && (schema === 'pg_catalog' || schema === 'public' || schema === 'information_schema'));
  if (!isKnown)
    refusePlan('sql.unknown-function', `Invalid function '${names.map((one) => one.text).join('.')}'`, position);
  return last;
}

/** Functions of tools that take a unit of time as a word: `DATEADD(month, 1, t)`. */
const takesUnit =
  /^(?:datediff|date_diff|dateadd|date_add|timestampdiff|timestampadd|date_part|date_trunc|datetrunc|datepart)$/;
const unitWord =
  /^(?:microseconds?|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|qtr|years?|decades?|century|dow|doy|isodow|isoyear|epoch|yy|yyyy|mm|dd|hh|mi|ss|ms|wk|ww|qq|dy)$/i;

/** Arguments by position; a unit that is written as a word becomes a text. */
function inOrder(name: string, given: readonly Expression[]): readonly Expression[] {
  const [first, ...rest] = given;
  if (takesUnit.test(name) && first?.kind === 'column' && first.names.length === 1) {
    const { text = '', isQuoted = true } = first.names[0] ?? {};
    if (!isQuoted && unitWord.test(text)) return [{ kind: 'string', text, position: first.position }, ...rest];
  }
  const names = parameterNames[name];
  if (!names || !given.some(({ kind }) => kind === 'named-argument')) return given;
  const placed: Expression[] = [];
  for (const [index, one] of given.entries()) {
    const at = one.kind === 'named-argument' ? names.indexOf(one.name.text.toLowerCase()) : index;
    if (at === -1 || placed[at] !== undefined)
      refusePlan('sql.no-function', `function ${name} has no such argument`, one.position);
    placed[at] = one.kind === 'named-argument' ? one.value : one;
  }
  return Array.from(
    placed,
    (one, index) => one ?? { kind: 'number', text: '0', position: given[index]?.position ?? 0 },
  );
}

/** Parameters with a default, which statements name: those that are left out are 0. */
const parameterNames: Readonly<Record<string, readonly string[]>> = {
  make_interval: ['years', 'months', 'weeks', 'days', 'hours', 'mins', 'secs'],
};

function boundArguments(place: ExpressionContext, given: readonly Expression[]): readonly Scalar[] {
  return given.map((one) => place.binder.expression(place, one));
}

function aggregated(
  place: ExpressionContext,
  call: FunctionCall,
  name: string,
  entries: readonly FunctionEntry[],
): Scalar {
  const { position } = call;
  const { aggregates, clause } = place;
  if (!aggregates) {
    return refusePlan('sql.aggregate-place', `aggregate functions are not allowed in ${clause}`, position);
  }
  const bound = aggregateCall(withoutCalls(place, `the arguments of ${name}`), call, name, entries);
  const { id, type } = aggregates.add(bound);
  return { kind: 'column', column: id, type, position };
}

/** Arguments of aggregates have no aggregates and no windows. */
function withoutCalls({ aggregates: _, windows: __, ...place }: ExpressionContext, clause: string): ExpressionContext {
  return { ...place, clause };
}

function aggregateCall(
  place: ExpressionContext,
  call: FunctionCall,
  name: string,
  entries: readonly FunctionEntry[],
): AggregateCall {
  const { position, isDistinct } = call;
  const given = call.isOfRows ? [] : boundArguments(place, call.arguments);
  const order = sortKeys(place, call.order);
  // The arguments of WITHIN GROUP are those of the function, after its direct ones.
  const all = call.isWithinGroup ? [...given, ...order.map(({ expression }) => expression)] : given;
  const { signature, parameters, result } = resolved(name, entries, all, position);
  const coerced = all.map((one, index) => coerceTo(one, parameters[index]));
  const direct = coerced.slice(0, given.length);
  return {
    function: signature,
    arguments: direct,
    isDistinct,
    order: call.isWithinGroup
      ? order.map((key, index) => ({ ...key, expression: coerced[given.length + index] ?? key.expression }))
      : order,
    ...(call.filter ? { filter: toBoolean(place.binder.expression(place, call.filter), 'FILTER') } : {}),
    type: resultType(signature.name, result, given),
    position,
  };
}

function windowed(
  place: ExpressionContext,
  call: FunctionCall,
  name: string,
  entries: readonly FunctionEntry[],
): Scalar {
  const { position, over } = call;
  const { windows, clause } = place;
  if (!over) return refusePlan('sql.no-over', `window function ${name} requires an OVER clause`, position);
  if (!windows) return refusePlan('sql.window-place', `window functions are not allowed in ${clause}`, position);
  const { windows: _, ...inside } = place;
  const bound: WindowCall = {
    ...aggregateCall({ ...inside, clause: 'a window function' }, call, name, entries),
    ...bindWindow(inside, over),
  };
  if (bound.isDistinct)
    refuseUnsupported('sql.distinct-window', 'DISTINCT is not implemented for window functions', position);
  const { id, type } = windows.add(bound);
  return { kind: 'column', column: id, type, position };
}
