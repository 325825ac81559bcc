import type { DestinationStream } from 'pino';
import type { SecretTexts } from './secret-texts.ts';
import { shortenLine } from './shorten-line.ts';
import { visibleJson } from './visible-text.ts';

/** Where finished lines go: standard error, or what a test reads. */
export interface LineSink {
  write(line: string): void;
  /** Begins to write what is held back. */
  flush(): void;
}

/** Longer ones carry something that was never meant for a log. */
const mostLine = 40_000;

/** Asked of pino to tell a stream the level of each line. */
const wantsMetadata = Symbol.for('pino.metadata');

/** From here on a line is worth its own write: it may be the last one. */
const warnLevel = 40;

/** Takes secrets and disguises out of every line, whoever wrote it, and passes it on. */
export class LogWriter implements DestinationStream {
  readonly [wantsMetadata] = true;
  /** Set by pino before each line. */
  lastLevel = 0;
  readonly #sink: LineSink;
  readonly #secrets: SecretTexts;
  readonly #present: (line: string) => string;

  constructor(sink: LineSink, secrets: SecretTexts, present: (line: string) => string) {
    this.#sink = sink;
    this.#secrets = secrets;
    this.#present = present;
  }

  write(line: string): void {
    const bounded = line.length > mostLine ? shortenLine(line) : line;
    this.#sink.write(this.#present(visibleJson(this.#secrets.hideIn(bounded))));
    if (this.lastLevel >= warnLevel) this.#sink.flush();
  }
}
