import { shownLiteral } from '@orrery/kernel';
import type { ReadOption } from './sql-statement.ts';
import { StatementInvalid } from '../statement/index.ts';
import type { ExplainShape } from './wire.ts';

const truths = new Set([
  'analyze',
  'verbose',
  'costs',
  'buffers',
  'timing',
  'summary',
  'settings',
  'wal',
  'generic_plan',
]);

/** The form of a plan that options of EXPLAIN ask for, or why they are refused. */
export function explainShape(options: readonly ReadOption[]): ExplainShape | StatementInvalid {
  let format = 'text';
  const on = new Set<string>();
  for (const { name, values } of options) {
    const [value = 'true'] = values;
    if (name === 'format') format = value.toLowerCase();
    else if (!truths.has(name)) return wrongOption(`unrecognized EXPLAIN option "${shownLiteral(name)}"`);
    else if (['on', 'true', '1'].includes(value.toLowerCase())) on.add(name);
    else if (['off', 'false', '0'].includes(value.toLowerCase())) on.delete(name);
    else return wrongOption(`${name} requires a Boolean value`);
  }
  if (format !== 'text' && format !== 'json') {
    return new StatementInvalid(
      'Unsupported Error',
      'sql.explain',
      `EXPLAIN has the formats text and json, not ${shownLiteral(format)}`,
    );
  }
  return { format, isAnalyzed: on.has('analyze'), isVerbose: on.has('verbose') };
}

function wrongOption(message: string): StatementInvalid {
  return new StatementInvalid('User Error', 'sql.option', message);
}
