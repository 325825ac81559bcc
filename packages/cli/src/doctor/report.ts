import { ConfigError, describeConfigProblem } from '@orrery/kernel';
import type { Settings } from '@orrery/config';
import type { CommandInput } from '../command/index.ts';
import { type Diagnosis, reasonOf } from './diagnosis.ts';

const widthOfPart = 17;

/** Prints diagnoses as they are found, and counts those that are wrong. */
export class Report {
  readonly #input: Pick<CommandInput, 'print'>;
  readonly #command: string;
  #wrong = 0;
  #notes = 0;

  /** @param command that the operator runs again after a correction: `orrery doctor` */
  constructor(input: Pick<CommandInput, 'print'>, command: string) {
    this.#input = input;
    this.#command = command;
  }

  tell(diagnoses: readonly Diagnosis[]): void {
    for (const diagnosis of diagnoses) {
      this.#input.print(lineOf(diagnosis));
      if (diagnosis.level === 'wrong') this.#wrong += 1;
      if (diagnosis.level === 'note') this.#notes += 1;
    }
  }

  /** Reads files or the environment; each problem of them is a diagnosis, and so is a file that cannot be read. */
  read<T>(part: string, from: () => T): T | undefined {
    try {
      return from();
    } catch (error) {
      const problems = problemsOf(error);
      if (problems === undefined) throw error;
      const found = problems.map((says): Diagnosis => ({ level: 'wrong', part, says }));
      const wayOut = `correct this, and run \`${this.#command}\` again for the rest`;
      this.tell(found.map((diagnosis, index) => (index === found.length - 1 ? { ...diagnosis, wayOut } : diagnosis)));
      return undefined;
    }
  }

  /** Prints the counts. @returns the exit code */
  end(): number {
    const noted = this.#notes > 0 ? `, ${this.#notes} to look at` : '';
    this.#input.print(this.#wrong > 0 ? `${this.#wrong} wrong${noted}.` : `Nothing is wrong${noted}.`);
    return this.#wrong > 0 ? 1 : 0;
  }
}

/** @returns absent for a fault of the program */
function problemsOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems.map((problem) => describeConfigProblem(problem).trim());
  return error instanceof Error && 'syscall' in error ? [reasonOf(error)] : undefined;
}

function lineOf({ level, part, says, wayOut }: Diagnosis): string {
  const line = `${level.padEnd(6)} ${part.padEnd(widthOfPart)} ${says}`;
  return wayOut === undefined ? line : `${line}\n${' '.repeat(widthOfPart + 8)}-> ${wayOut}`;
}

/** Names settings that are set and do nothing. */
export function checkSettings({ borrowed, formerDataDirectory }: Settings): readonly Diagnosis[] {
  const part = 'settings';
  const unread = borrowed.unread.map(
    (name): Diagnosis => ({ level: 'note', part, says: `${name} has no effect`, wayOut: 'remove it' }),
  );
  const former: readonly Diagnosis[] = formerDataDirectory
    ? [
        {
          level: 'note',
          part,
          says: `${formerDataDirectory} is not used any more`,
          wayOut: '`orrery start` prints the command that moves it',
        },
      ]
    : [];
  const found = [...unread, ...former];
  return found.length > 0 ? found : [{ level: 'ok', part, says: 'each can be read' }];
}
