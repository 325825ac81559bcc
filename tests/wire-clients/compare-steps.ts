import { isDeepStrictEqual } from 'node:util';
import type { ProgramStep } from './run-program.ts';

/** A step whose answer differs by intent, with the reason. */
export interface IntendedDifference {
  /** Beginning of the name of the client; absent: every client. */
  readonly client?: string;
  readonly step: string;
  readonly why: string;
  /** Brings an answer of PostgreSQL to what Orrery has to give. */
  readonly expected: (ofPostgres: unknown) => unknown;
}

interface ComparedSides {
  readonly client: string;
  readonly ofPostgres: readonly ProgramStep[];
  readonly ofOrrery: readonly ProgramStep[];
}

/**
 * Compares what came of each step. A program that fails at PostgreSQL is wrong itself.
 *
 * @returns what differs and is not intended, a line each
 */
export function faultsOfSteps(
  { client, ofPostgres, ofOrrery }: ComparedSides,
  intended: readonly IntendedDifference[] = [],
): readonly string[] {
  const faults: string[] = [];
  const others = ofOrrery.map(withSixDigits);
  for (const step of ofPostgres.map(withSixDigits)) {
    const beyond = 'beyond' in step;
    if (step.error !== undefined && !beyond) {
      faults.push(`${step.step}: the program fails at PostgreSQL: ${step.error}`);
      continue;
    }
    const other = others.find((one) => one.step === step.step);
    const difference = intended.find((one) => one.step === step.step && client.startsWith(one.client ?? ''));
    const wanted = beyond ? step.beyond : difference ? difference.expected(step.got) : step.got;
    if (isDeepStrictEqual(other?.got, wanted) && other?.error === undefined && other?.lacks === step.lacks) continue;
    const came = other === undefined ? 'nothing' : (other.error ?? JSON.stringify(other.got));
    faults.push(`${step.step}: came ${came}; PostgreSQL gives ${JSON.stringify(wanted)}`);
  }
  const extra = ofOrrery.filter(({ step }) => !ofPostgres.some((one) => one.step === step));
  return [...faults, ...extra.map(({ step, error }) => `${step}: only of Orrery: ${error}`)];
}

/** Orrery writes all six digits of the seconds of a time in texts, where PostgreSQL leaves zeros out. */
function withSixDigits(step: ProgramStep): ProgramStep {
  const texts = JSON.stringify(step).replaceAll(
    /(\d\d-\d\d[ T]\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?!\d)/g,
    (_, whole: string, digits = '') => `${whole}.${digits.padEnd(6, '0')}`,
  );
  return JSON.parse(texts) as ProgramStep; // the same shape
}
