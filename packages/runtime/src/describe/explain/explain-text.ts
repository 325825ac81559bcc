import type { ExplainAnswer } from '@orrery/contract';

/** Formats an explanation for people. */
export function explainText(answer: ExplainAnswer): string {
  const { dates, passes, groupFilters, order, improvements, sql, dataSource } = answer;
  const ordered = Object.entries(order).map(([name, direction]) => `${name} ${direction}`);
  return [
    section('Members', answer.members.flatMap(memberLines)),
    section(
      `Dates (${answer.query.timezone})`,
      dates.map(({ dimension, asked, from, to }) => `${dimension}: ${asked} is ${from} to ${to}`),
    ),
    ...passes.map((pass, index) => section(passTitle(pass, index, passes.length), passLines(pass))),
    section('Groups kept', groupFilters),
    section('Order', ordered),
    section('Made cheaper by', [...improvements]),
    section(
      'Mind',
      (answer.warnings ?? []).map(({ message, hint }) => [message, hint].filter(Boolean).join('. ')),
    ),
    section(`SQL (${dataSource})`, [
      ...sql[0].trimEnd().split('\n'),
      ...sql[1].map((value, index) => `$${index + 1} = ${JSON.stringify(value)}`),
    ]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

const storedWords = {
  day: '(days, which no zone moves)',
  text: '(texts, which are cast)',
  unknown: '(days or instants: the data source does not tell)',
};

function memberLines(member: ExplainAnswer['members'][number]): readonly string[] {
  const stored = member.storedAs && storedWords[member.storedAs];
  const kind = [member.aggType === member.type ? undefined : member.aggType, member.type, member.kind, stored];
  const place = member.file === undefined ? undefined : [member.file, member.line].filter(Boolean).join(':');
  const path = member.path ? ` by ${member.path.join(' -> ')}` : '';
  const behind = member.aliasMember === undefined ? '' : ` = ${member.aliasMember}`;
  return [
    `${member.name}${behind}${path}: ${kind.filter(Boolean).join(' ')}, ${member.uses.join(', ')}${place ? `, ${place}` : ''}`,
    ...(member.sql === undefined ? [] : [`  ${member.sql}`]),
    ...(member.filters ?? []).map((filter) => `  where ${filter.sql}`),
    ...(['case', 'grain', 'filter', 'timeShift', 'orderBy'] as const).flatMap((key) =>
      member[key] === undefined ? [] : [`  ${snakeCase(key)}: ${JSON.stringify(member[key])}`],
    ),
  ];
}

function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function passTitle({ inside, stageOf = [] }: ExplainAnswer['passes'][number], index: number, count: number): string {
  const number = count > 1 ? ` ${index + 1} of ${count}` : '';
  const made = [...(inside === undefined ? [] : [inside]), ...stageOf];
  return made.length === 0 ? `Rows${number}` : `Rows${number}, for ${made.join(', ')}`;
}

function passLines(pass: ExplainAnswer['passes'][number]): readonly string[] {
  const keys = pass.afterKeysOf;
  return [
    pass.root === undefined ? 'from what was found before' : `from ${pass.root}`,
    ...pass.joins.map(({ from, to, relationship, file, line }) => {
      const place = file === undefined ? '' : `, ${[file, line].filter(Boolean).join(':')}`;
      return `${from} -> ${to}, ${relationship.replaceAll('_', ' ')}${place}`;
    }),
    ...(keys === undefined ? [] : [`each ${keys} once in each group, as the rows before this found them`]),
    ...(pass.multiplied.length > 0 ? [`these joins repeat rows of ${pass.multiplied.join(', ')}`] : []),
    ...(pass.window === undefined ? [] : [pass.window]),
    ...pass.rowFilters.map((filter) => `where ${filter}`),
    ...(pass.groupedBy && pass.groupedBy.length > 0 ? [`by ${pass.groupedBy.join(', ')}`] : []),
    ...(pass.groupedBy ? [] : ['not grouped']),
    ...pass.measures.map(
      ({ member, function: how, countsKeys }) => `${member}: ${how}${countsKeys ? ' of different keys' : ''}`,
    ),
  ];
}
