import { execFileSync } from 'node:child_process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Three times the longest test of the suite. */
const toldAfterMs = 4 * 60_000;
/** Twice the time limit of a test, and more: what is silent for so long blocks its process, where no limit ends it. */
const endedAfterMs = 25 * 60_000;

/** A test of such a length was ended by its time limit. */
const limitedMs = 9 * 60_000;
/** So many of them say that something which many tests need hangs, and each would wait for it. */
const mostLimited = 3;

/** Says which files of tests are silent for long, and ends a run in which one hangs. */
export default class ReportSilence implements Reporter {
  /** When a file that runs was heard of. Its object is another one after its tests are known. */
  readonly #heardAt = new Map<string, number>();
  readonly #running = new Set<TestCase>();
  readonly #limited: string[] = [];
  #endedAt: number | undefined;

  onTestRunStart(): void {
    this.#endedAt = undefined;
    setInterval(() => this.#look(), toldAfterMs).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#heardAt.set(module.moduleId, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#heardAt.delete(module.moduleId);
  }

  onTestCaseReady(testCase: TestCase): void {
    this.#running.add(testCase);
  }

  onTestCaseResult(testCase: TestCase): void {
    this.#running.delete(testCase);
    if ((testCase.diagnostic()?.duration ?? 0) > limitedMs) this.#noteLimited(testCase);
    if (this.#heardAt.has(testCase.module.moduleId)) this.#heardAt.set(testCase.module.moduleId, Date.now());
  }

  /** Servers stop after it. */
  onTestRunEnd(): void {
    this.#endedAt = Date.now();
  }

  #noteLimited({ module, fullName }: TestCase): void {
    this.#limited.push(`${module.moduleId}: ${fullName}`);
    if (this.#limited.length < mostLimited) return;
    console.error(['tests were ended by their time limit:', ...this.#limited].join('\n  '));
    console.error(processes());
    process.exit(1);
  }

  #look(): void {
    const silent = [...this.#heardAt].map(([name, heardAt]) => ({
      name,
      ms: Date.now() - heardAt,
      running: [...this.#running].filter(({ module }) => module.moduleId === name).map(({ fullName }) => fullName),
    }));
    if (this.#endedAt !== undefined)
      silent.push({ name: 'the end of the run', ms: Date.now() - this.#endedAt, running: [] });
    const told = silent.filter(({ ms }) => ms > toldAfterMs);
    if (told.length === 0) return;
    for (const { name, ms, running } of told)
      console.error([`silent for ${Math.round(ms / 60_000)} minutes: ${name}`, ...running].join('\n  '));
    console.error(processes());
    if (told.some(({ ms }) => ms > endedAfterMs)) process.exit(1);
  }
}

/** The busiest processes of this machine, where it can list them. */
function processes(): string {
  try {
    const columns = ['-eo', 'pid,ppid,etimes,time,stat,rss,comm', '--sort=-time'];
    const lines = execFileSync('ps', columns, { encoding: 'utf8' }).split('\n').slice(0, 25);
    return lines.map((line) => line.slice(0, 160)).join('\n');
  } catch {
    return '';
  }
}
