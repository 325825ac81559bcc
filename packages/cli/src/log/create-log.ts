import { type Logger, pino } from 'pino';
import type { LogSettings } from '@orrery/config';
import { type LineSink, LogWriter } from './log-writer.ts';
import { prettyLine } from './pretty-line.ts';
import { presentError, presentFields } from './present-fields.ts';
import { SecretTexts } from './secret-texts.ts';
import { standardError } from './standard-error.ts';

export interface ProcessLog {
  readonly log: Logger;
  /** Secrets that are hidden in every line from now on. */
  readonly secrets: SecretTexts;
}

/** Creates the process log on standard error; standard output is for the output of commands. */
export function createLog(settings: LogSettings, sink: LineSink = standardError()): ProcessLog {
  const format = settings.format ?? (process.stderr.isTTY ? 'pretty' : 'json');
  const secrets = new SecretTexts();
  const log = pino(
    {
      level: settings.level,
      base: null,
      timestamp: timeField(),
      formatters: { level: (label) => ({ level: label }), log: presentFields, bindings: presentFields },
      serializers: { err: presentError },
    },
    new LogWriter(sink, secrets, format === 'json' ? (line) => line : prettyLine),
  );
  return { log, secrets };
}

/** Formats the time once per millisecond, because it costs half as much as the rest of a line. */
function timeField(): () => string {
  let writtenFor = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== writtenFor) {
      writtenFor = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
