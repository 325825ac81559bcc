import { dialects } from '@orrery/semantic';
import { asWritten, type CaseDialect, type Rewrites, requireDialect } from './compile-case.ts';

const rewritten: Readonly<Record<string, Rewrites>> = {
  mysql: new Map([
    ['AS REAL)', 'AS FLOAT)'],
    [
      "string_agg(DISTINCT {CUBE}.status, ',' ORDER BY {CUBE}.status)",
      "GROUP_CONCAT(DISTINCT {CUBE}.status ORDER BY {CUBE}.status SEPARATOR ',')",
    ],
    [
      'percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.amount)',
      `(${['CEIL(COUNT({CUBE}.amount) / 2)', 'FLOOR(COUNT({CUBE}.amount) / 2) + 1'].map(nthAmount).join(' + ')}) / 2`,
    ],
  ]),
};

/** MariaDB has no median that aggregates. */
function nthAmount(position: string): string {
  return `SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT({CUBE}.amount ORDER BY {CUBE}.amount), ',', ${position}), ',', -1)`;
}

/** Every supported dialect. */
export const caseDialects: readonly CaseDialect[] = dialects
  .filter(({ level }) => level === 'supported')
  .map(({ name }) => caseDialect(name));

export function caseDialect(name: string): CaseDialect {
  return { dialect: requireDialect(name), rewrites: rewritten[name] ?? asWritten };
}
