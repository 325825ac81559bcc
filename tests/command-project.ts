import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, CommandInput } from '../packages/cli/src/command/command.ts';

/** A project over one database, and the output of commands in it. */
export class CommandProject {
  readonly #directory = mkdtempSync(join(tmpdir(), 'orrery-commands-'));
  readonly #environment: Readonly<Record<string, string>>;

  constructor(type: string, url: string) {
    this.#environment = { DATABASE: url };
    mkdirSync(join(this.#directory, 'model'));
    const source = { type, url: '${DATABASE}' };
    writeFileSync(join(this.#directory, 'orrery.yml'), JSON.stringify({ data_sources: { default: source } }));
  }

  async run(command: Command, flags: CommandInput['flags'] = {}, ...words: readonly string[]) {
    let printed = '';
    const print = (text: string) => void (printed += `${text}\n`);
    const serve = () => Promise.reject(new Error('nothing is served here'));
    const [environment, directory] = [this.#environment, this.#directory];
    const input = { words, environment, directory, clock: Date, print, note: print, serve, serveInside: serve };
    const code = await command.run({ ...input, flags: { project: '.', ...flags } });
    return { code, printed };
  }

  write(text: string): void {
    writeFileSync(join(this.#directory, 'model', 'm.yml'), text);
  }

  model(path: string): string {
    return readFileSync(join(this.#directory, 'model', path), 'utf8');
  }

  names(folder: string): readonly string[] {
    return readdirSync(join(this.#directory, 'model', folder)).sort();
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
