import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompileOptions, CompiledQuery } from '@orrery/semantic';
import { parse } from 'yaml';
import { type CaseDialect, compileCase } from '../compile-case.ts';
import { type AnsweredCase, isAnswered } from '../planner-case.ts';
import { readCases } from '../read-cases.ts';

/** A construct whose whole statement is recorded for each dialect. */
export interface Exemplar {
  readonly construct: string;
  readonly shownBy: AnsweredCase;
  readonly statements: readonly ExemplarStatement[];
}

interface ExemplarStatement {
  /** Tells the statements of one construct from each other. */
  readonly heading: string;
  readonly options: CompileOptions;
}

type Written = string | { readonly case: string; readonly count?: true; readonly 'before-and-after'?: true };

/** Returns the exemplars by subject. Each subject has a folder next to this file, with a file for each dialect. */
export function readExemplars(): ReadonlyMap<string, readonly Exemplar[]> {
  const text = readFileSync(join(import.meta.dirname, 'exemplars.yml'), 'utf8');
  const subjects = parse(text) as Readonly<Record<string, Readonly<Record<string, Written>>>>; // our own file
  const cases = new Map(readCases().map((one) => [one.name, one]));
  const exemplarOf = ([construct, written]: readonly [string, Written]): Exemplar => {
    const { case: name, ...form } = typeof written === 'string' ? { case: written } : written;
    const shownBy = cases.get(name);
    if (!shownBy || !isAnswered(shownBy)) throw new Error(`cases/sql/exemplars.yml: '${name}' is no case with rows`);
    return { construct, shownBy, statements: statementsOf(construct, form) };
  };
  return new Map(
    Object.entries(subjects).map(([subject, constructs]) => [subject, Object.entries(constructs).map(exemplarOf)]),
  );
}

function statementsOf(construct: string, form: Omit<Exclude<Written, string>, 'case'>): readonly ExemplarStatement[] {
  if (form.count) return [{ heading: construct, options: { countsRows: true } }];
  if (!form['before-and-after']) return [{ heading: construct, options: {} }];
  return [
    { heading: `${construct}, before`, options: { skipsPasses: true } },
    { heading: `${construct}, after`, options: {} },
  ];
}

/** The file of one subject and dialect. */
export function writeExemplars(exemplars: readonly Exemplar[], dialect: CaseDialect): string {
  return exemplars
    .flatMap(({ shownBy, statements }) =>
      statements.map(({ heading, options }) => {
        const statement = compileCase(shownBy, dialect, options);
        return `-- ${heading}: cases/${shownBy.name}.yml\n${writeStatement(statement)}`;
      }),
    )
    .join('\n');
}

/** The text of a statement, with its parameters below. */
export function writeStatement({ text, params }: CompiledQuery): string {
  const bound = params.map((param, index) => `-- ${index + 1}: ${JSON.stringify(param)}`);
  return [text.trimEnd(), ...bound, ''].join('\n');
}
