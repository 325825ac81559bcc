import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery } from '@orrery/semantic';

/** A hash of a statement and its parameters, and their number, by case. */
export type StatementMarks = ReadonlyMap<string, string>;

const longestWaitMs = 60_000;

/** Tells a statement from every other: its text, and its parameters with their values. */
export function markOf({ text, params }: Pick<CompiledQuery, 'text' | 'params'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([text, params]))
    .digest('hex');
  return `${hash.slice(0, 16)} ${params.length}`;
}

/** The file of all statements that ran: sorted lines `case dialect hash parameters`. */
export class SqlLock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the marks of all cases for one dialect. */
  marks(dialect: string): StatementMarks {
    const fields = this.#lines().map((line) => line.split(' '));
    return new Map(
      fields.flatMap(([name = '', of, hash, count]) => (of === dialect ? [[name, `${hash} ${count}`] as const] : [])),
    );
  }

  /**
   * Replaces the lines of one dialect. Engines are tested side by side, so what others write meanwhile is kept.
   *
   * @param change returns the new marks for those in the file
   */
  async change(dialect: string, change: (marks: StatementMarks) => StatementMarks): Promise<void> {
    await this.#alone(() => {
      const marks = change(this.marks(dialect));
      const others = this.#lines().filter((line) => line.split(' ')[1] !== dialect);
      const lines = [...others, ...[...marks].map(([name, mark]) => `${name} ${dialect} ${mark}`)];
      writeFileSync(
        this.#file,
        lines
          .sort()
          .map((line) => `${line}\n`)
          .join(''),
      );
    });
  }

  #lines(): readonly string[] {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  async #alone(write: () => void): Promise<void> {
    const turn = `${this.#file}.turn`;
    const end = Date.now() + longestWaitMs;
    while (!isMade(turn)) {
      if (Date.now() > end) throw new Error(`${turn} was left by a run that ended early. Delete it.`);
      await wait(20);
    }
    try {
      write();
    } finally {
      rmdirSync(turn);
    }
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
