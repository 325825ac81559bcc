import type { CubeName, MemberId, ModelIndex } from '../model/index.ts';
import { atRequest, type CatalogueCode, type CatalogueParams, problem, type Problem } from '../problem/index.ts';
import type { Access } from './access.ts';
import { instantToClock } from '../time/index.ts';
import type { Now } from './dates/date-phrase.ts';
import { maxReportedProblems } from './limits.ts';

/** Inputs for all parts of binding one query, with its list of problems. */
export interface Binder {
  readonly model: ModelIndex;
  readonly access: Access;
  readonly now: Now;
  readonly findings: Findings;
  /** Dimensions and measures the query has named so far. */
  readonly requested: Set<MemberId>;
  /** Cubes and views whose rows the query has counted, whatever members it names. */
  readonly pieces: Set<CubeName>;
}

export interface Findings {
  readonly problems: Problem[];
  readonly warnings: Problem[];
  unreported: number;
}

/** The year on the caller's clock. */
export function currentYear({ instant, zone }: Now): number {
  return new Date(instantToClock(zone, instant)).getUTCFullYear();
}

export function newFindings(): Findings {
  return { problems: [], warnings: [], unreported: 0 };
}

/** @param path in the request: `filters[0].member` */
export function report<C extends CatalogueCode>(
  { findings }: Binder,
  code: C,
  params: CatalogueParams<C>,
  path: string,
  hint?: string,
): undefined {
  addProblems(findings, [problem(code, params, { at: atRequest(path), hint })]);
}

export function addProblems(findings: Findings, problems: readonly Problem[]): void {
  const room = Math.max(0, maxReportedProblems - findings.problems.length);
  findings.problems.push(...problems.slice(0, room));
  findings.unreported += Math.max(0, problems.length - room);
}

/** Whether further problems would only be counted, so that hints for them are not needed. */
export function isFull({ problems }: Findings): boolean {
  return problems.length >= maxReportedProblems;
}

export function warn<C extends CatalogueCode>(
  { findings }: Binder,
  code: C,
  params: CatalogueParams<C>,
  path: string,
): void {
  if (findings.warnings.length < maxReportedProblems) {
    findings.warnings.push(problem(code, params, { at: atRequest(path) }));
  }
}

/** All reported problems, with a last line for those beyond the bound. */
export function allProblems({ problems, unreported }: Findings): readonly Problem[] {
  return unreported === 0 ? problems : [...problems, problem('query.more-problems', { count: unreported })];
}
