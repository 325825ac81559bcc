import type { DestinationStream } from 'pino';
import type { SecretTexts } from './secret-texts.ts';
import { shortenLine } from './shorten-line.ts';
import { visibleJson } from './visible-text.ts';

/** Receives finished lines: standard error, or a test. */
export interface LineSink {
  write(line: string): void;
  /** Starts writing the buffered lines. */
  flush(): void;
}

/** Bound on a line; longer ones carry data that was never meant for a log. */
const mostLine = 40_000;

/** Asks pino to pass the level of each line to the stream. */
const wantsMetadata = Symbol.for('pino.metadata');

/** From this level on a line is written at once: it may be the last one. */
const warnLevel = 40;

/** Removes secrets and deceptive characters from every line and passes it on. */
export class LogWriter implements DestinationStream {
  readonly [wantsMetadata] = true;
  /** Level of the next line; pino sets it before each line. */
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
