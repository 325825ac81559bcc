import { cannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from '../entry.ts';
import { ruleOf, type SourceRendering } from '../source/rules.ts';
import { sourceTarget } from '../source/target.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { postgresRules } from './rules.ts';
import { byCodePoint, isTextual, postgresCast, postgresConstant, storedInPostgres } from './values.ts';

/**
 * PostgreSQL, in a session of any zone: what a statement says is what PostgreSQL does, except where a setting of the
 * server or the collation of a column would decide.
 */
export function postgresTarget(session: StatementSession): TargetEngine {
  return sourceTarget(
    {
      name: 'postgres',
      session,
      stored: storedInPostgres,
      constant: (type, text) => postgresConstant(type, text, session.zone),
      cast: (operand, to, isWritten) => postgresCast(operand, to, session, isWritten),
      forms,
    },
    renderingOf,
  );
}

const forms: TargetForms = {
  compared: (text, type) => (isTextual(type.name) ? byCodePoint(text) : text),
  isTruth: (operand, truth, isNegated) =>
    `${operand} IS ${isNegated ? 'NOT ' : ''}${truth === null ? 'UNKNOWN' : String(truth).toUpperCase()}`,
  isDistinct: (one, other, isNegated) => `${one} IS ${isNegated ? 'NOT ' : ''}DISTINCT FROM ${other}`,
  extreme: (name, texts) => `${name}(${texts.join(', ')})`,
  array: () => cannot('arrays are not written there'),
};

/** Keywords that are names of functions only in quotes. */
const keywords = new Set([
  'extract',
  'position',
  'overlay',
  'substring',
  'date',
  'time',
  'timestamp',
  'interval',
  'char',
]);

/** A function of PostgreSQL is itself; it may not depend on settings of the server. */
function renderingOf(entry: FunctionEntry): SourceRendering {
  const rule = ruleOf(postgresRules, entry);
  if (rule !== undefined) return rule;
  const { name, origin, volatility, kind, parameters } = entry;
  if (origin !== 'postgresql' || kind !== 'scalar') return cannot(`${name} is no function of PostgreSQL`);
  if (volatility !== 'immutable' || dependsOnSettings(entry))
    return cannot(`${name} depends on settings of the data source`);
  if (/^[a-z_]/.test(name)) return ofWords(name);
  return ofSigns(name, parameters.length === 1);
}

/** Arrays and vectors are left to the engine of results; a pattern of regular letters depends on the collation. */
function dependsOnSettings({ parameters, result }: FunctionEntry): boolean {
  return [...parameters, result].some((type) => /array|\[\]|vector$|^(?:json|jsonb|record)$/.test(type));
}

function ofWords(name: string): SourceRendering {
  const written = keywords.has(name) ? `"${name}"` : name;
  const isPattern = /^regexp|^substring$/.test(name);
  return (args, type) => {
    const texts = args.map((arg) => (isPattern && isText(arg) ? inIcu(arg.text) : arg.text));
    const call = `${written}(${texts.join(', ')})`;
    return isTextual(type.name) && args.some(isText) ? byCodePoint(call) : call;
  };
}

function isText({ type }: Rendered): boolean {
  return isTextual(type.name);
}

function inIcu(text: string): string {
  return `${text} COLLATE "und-x-icu"`;
}

function ofSigns(name: string, isPrefix: boolean): SourceRendering {
  if (isPrefix) return ([operand]) => `(${name} ${operand?.text})`;
  const isPattern = /~/.test(name) && !name.includes('~~');
  return ([one, other], type) => {
    const [left, right] = [one, other].map((arg) => (isPattern && arg && isText(arg) ? inIcu(arg.text) : arg?.text));
    const text = `(${left} ${name} ${right})`;
    return isTextual(type.name) ? byCodePoint(text) : text;
  };
}
