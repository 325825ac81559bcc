import type { ProofFailure } from './report.ts';

/** Bound on reported failures: equal failures of one fault would fill the report. Three paths run each statement. */
const mostFailures = 60;

/** The findings of a proof so far, by path and outcome. */
export class ProofFindings {
  readonly counts = new Map<string, Map<string, number>>();
  readonly incomparable = new Map<string, number>();
  readonly failures: ProofFailure[] = [];
  /** Number of answers compared with rows. */
  compared = 0;

  get isFull(): boolean {
    return this.failures.length >= mostFailures;
  }

  /** @param what the difference, if there is one */
  note(path: string, outcome: string, what: string | undefined, more: Omit<ProofFailure, 'path' | 'what'>): void {
    this.count(path, outcome);
    if (what !== undefined) this.failures.push({ path, what, ...more });
  }

  leaveOut(path: string, reason: string): void {
    this.count(path, 'not comparable');
    this.countReason(reason);
  }

  countReason(reason: string): void {
    this.incomparable.set(reason, (this.incomparable.get(reason) ?? 0) + 1);
  }

  count(path: string, outcome: string): void {
    const own = this.counts.get(path) ?? new Map<string, number>();
    this.counts.set(path, own.set(outcome, (own.get(outcome) ?? 0) + 1));
  }
}
