import type { AccessDifference, AccessReport } from '@orrery/contract';
import type { ReportedPiece } from './compare-reports.ts';

/** Formats a report for people. */
export function reportText({ caller, pieces, rules, query }: AccessReport): string {
  const open = pieces.filter(
    ({ verdict, hidden, behind = [] }) => verdict === 'open' && hidden.length === 0 && behind.length === 0,
  );
  const ruled = pieces.filter((piece) => !open.includes(piece));
  return [
    section('Caller', callerLines(caller)),
    ...ruled.map((piece) => section(`${piece.kind} ${piece.name}: ${verdicts[piece.verdict]}`, pieceLines(piece))),
    ...(open.length > 0 ? [section('Open to everybody', [open.map(({ name }) => name).join(', ')])] : []),
    ...(rules.length > 0 ? [section('Rules for queries', rules.flatMap(ruleLines))] : []),
    ...(query ? [section('The query', queryLines(query))] : []),
  ].join('\n\n');
}

export function differenceText(differences: readonly AccessDifference[]): string {
  if (differences.length === 0) return 'Both see the same.';
  const lines = differences.flatMap(({ of, what, first, second }) => [
    `${of}, ${what}`,
    `  first:  ${first}`,
    `  second: ${second}`,
  ]);
  return section('Differences', lines);
}

const verdicts = { open: 'no policies', denied: 'nothing, since no policy applies', ruled: 'by its policies' } as const;

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function callerLines({ groups, roles, userAttributes }: AccessReport['caller']): readonly string[] {
  const attributes = userAttributes ? Object.entries(userAttributes) : [];
  return [
    `groups: ${groups.length > 0 ? groups.join(', ') : 'none'}`,
    ...(roles.length > 0 ? [`roles: ${roles.join(', ')}`] : []),
    ...(userAttributes === null
      ? ['the security context has no cubeCloud: policies cannot read groups or attributes']
      : []),
    ...attributes.map(([name, value]) => `userAttributes.${name}: ${JSON.stringify(value)}`),
  ];
}

function pieceLines({ policies, behind = [], hidden, masked }: ReportedPiece): readonly string[] {
  const kept = new Set(hidden.map(({ member }) => member));
  return [
    ...policies.flatMap((policy) => policyLines(policy, kept)),
    ...(behind.length > 0 ? [`rows and masks as the policies of ${behind.join(', ')} say`] : []),
    ...masked.map(({ member, except }) => `masked: ${member}${except === undefined ? '' : `, except where ${except}`}`),
    ...hidden.map(({ member, reason }) => `hidden: ${member}, ${reason}`),
  ];
}

function policyLines(policy: ReportedPiece['policies'][number], kept: ReadonlySet<string>): readonly string[] {
  const { file, line, applies, reason, shows, masks, rows } = policy;
  const place = `${file}:${line}`;
  if (!applies) return [`${place} does not apply: ${reason}`];
  return [
    `${place} applies`,
    `  shows ${
      shows === 'all'
        ? 'every member'
        : namesOr(
            shows.filter((name) => !kept.has(name)),
            'no member',
          )
    }`,
    ...(masks.length > 0 ? [`  masks ${masks.join(', ')}`] : []),
    `  of ${rows === undefined ? 'all rows' : `rows where ${rows}`}`,
  ];
}

function ruleLines({ file, line, touches, state, reason, does }: AccessReport['rules'][number]): readonly string[] {
  const about = touches ? `of queries that read ${touches.join(' or ')}` : 'of every query';
  const place = `${file}:${line}`;
  if (state === 'rests') return [`${place} does not act`];
  if (state === 'undecided') return [`${place} cannot be decided, and refuses them, ${about}: ${reason}`];
  return [`${place} acts, ${about}: ${does}`];
}

function namesOr(names: readonly string[], none: string): string {
  return names.length > 0 ? names.join(', ') : none;
}

function queryLines({ refused, rules, masked }: NonNullable<AccessReport['query']>): readonly string[] {
  if (refused) return refused.map((message) => `refused: ${message}`);
  const limits = rules.map(({ of, rows }) => `of ${of} only rows where ${rows}`);
  return [
    ...(limits.length > 0 ? limits : ['all rows']),
    ...masked.map(({ member, except }) => `masked: ${member}${except === undefined ? '' : `, except where ${except}`}`),
  ];
}
