import { type Dialect, dialects } from '@orrery/semantic';
import { notesOf, renderedNotesOf } from './engine-notes.ts';
import { type SqlPoint, sqlPoints } from './sql-points.ts';

const [running, rendered] = [
  dialects.filter(({ level }) => level !== 'rendered'),
  dialects.filter(({ level }) => level === 'rendered'),
];

/** Writes docs/engines.md: what each engine does otherwise, in the SQL of its dialect. @throws Error for what does not fit together */
export function enginesPage(): string {
  return [
    '# What each engine costs',
    '<!-- made by `npm run engines` -->',
    `Every planner case has the same rows on all engines. This page shows what each engine needs for that, in twelve points, and the
tests that show it. The SQL is what the dialects write; \`...\` in it is the middle of a long line. The page of an engine lists
the values that stay different.`,
    table(
      ['', ...running.map((dialect) => titleOf(dialect))],
      [
        ...sqlPoints.map((point) => [linked(point.title), ...running.map((dialect) => wordsOf(point, dialect))]),
        [linked(cancel), ...running.map((dialect) => notesOf(dialect).cancel.words)],
        [linked(authentication), ...running.map(authenticationWords)],
      ],
    ),
    levels(),
    ...sqlPoints.map(sqlSection),
    cancelSection(),
    authenticationSection(),
    renderedSection(),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Files that the page names as proof, as paths from the root. */
export function filesNamed(): readonly string[] {
  return [
    ...sqlPoints.flatMap(({ shownBy }) => shownBy),
    ...running.flatMap((dialect) => {
      const { cancel, users, encryption, readOnly } = notesOf(dialect);
      return [cancel, users, encryption, readOnly].flatMap(({ shownBy }) => shownBy);
    }),
    ...runners,
  ];
}

const cancel = 'Cancel';
const authentication = 'Authentication';
const runners = ['cases/cases.test.ts', 'cases/live/live.test.ts'];

function linked(title: string): string {
  return `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;
}

function titleOf(dialect: Dialect): string {
  const { title, page } = notesOf(dialect);
  return page === undefined ? title : `[${title}](${page})`;
}

function authenticationWords(dialect: Dialect): string {
  const { users, encryption, readOnly } = notesOf(dialect);
  return [users, encryption, readOnly].map(({ words }) => words).join('; ');
}

/** Finds the names in backticks in the SQL that they describe. */
function wordsOf({ title, words, sample }: SqlPoint, dialect: Dialect): string {
  const text = typeof words === 'function' ? words(dialect) : words[dialect.name];
  if (text === undefined) throw new Error(`'${title}' says nothing of the dialect '${dialect.name}'`);
  const sql = sample(dialect);
  for (const [, name = ''] of text.matchAll(/`([^`]+)`/g))
    if (!sql.includes(name)) throw new Error(`'${title}': the SQL of '${dialect.name}' has no ${name}`);
  return text;
}

const levelMeans: Readonly<Record<Dialect['level'], string>> = {
  supported:
    'every planner case runs on the engine itself, and gives the rows of its truth, which is SQL written by hand',
  'rows proven': 'every planner case runs on the engine as a library, and no server was run',
  rendered: 'the SQL is tested as text only ([engines that only have SQL](#engines-that-only-have-sql))',
};

function levels(): string {
  return [
    '## Levels',
    table(
      ['Level', 'Means'],
      Object.entries(levelMeans).map(([level, means]) => [`\`${level}\``, means]),
    ),
    table(
      ['Engine', 'Level', 'Written for', 'Cases run on'],
      running.map((dialect) => {
        const { versions, casesRunOn } = notesOf(dialect);
        return [titleOf(dialect), `\`${dialect.level}\``, versions, casesRunOn];
      }),
    ),
    `A case named below runs on each of them: on DuckDB by ${code(runners.slice(0, 1))}, on the others by ${code(runners.slice(1))}.
A test whose path names an engine is about that engine. \`cases/live/agreement.test.ts\` compares random queries on each of the
others with DuckDB. SQL of authors stays theirs: where a case has SQL that an engine reads otherwise,
\`cases/case-dialects.ts\` has what to write there.`,
  ].join('\n\n');
}

function sqlSection({ title, text, sample, figures = {}, shownBy }: SqlPoint): string {
  const bySql = Map.groupBy(running, sample);
  const blocks = [...bySql].map(
    ([sql, those]) =>
      `${those.map((dialect) => notesOf(dialect).title).join(', ')}:\n\n\`\`\`sql\n${shortened(sql)}\n\`\`\``,
  );
  const kinds = Object.entries(figures);
  const rows = running.map((dialect) => [notesOf(dialect).title, ...kinds.map(([, figure]) => figure(dialect))]);
  const ofDialects = kinds.length === 0 ? [] : [table(['Engine', ...kinds.map(([kind]) => kind)], rows)];
  return [`## ${title}`, text, ...ofDialects, ...blocks, shown(shownBy)].join('\n\n');
}

function cancelSection(): string {
  return [
    `## ${cancel}`,
    'What ends a statement whose caller disconnects, or whose time is over.',
    noteTable('cancel'),
  ].join('\n\n');
}

function authenticationSection(): string {
  return [
    `## ${authentication}`,
    'Users:',
    noteTable('users'),
    'Encryption:',
    noteTable('encryption'),
    'Reading only:',
    noteTable('readOnly'),
  ].join('\n\n');
}

function renderedSection(): string {
  return [
    '## Engines that only have SQL',
    `Orrery writes statements for these engines and does not connect to them. \`/v1/sql\` and \`orrery sql\` show the statements,
queries for rows are refused with the code \`data-source.unconnected\`. A project has to say that it wants this, or the server does not
start:

\`\`\`yaml
data_sources:
  default:
    type: snowflake
    experimental: true
\`\`\`

No test runs a statement on these engines: they are written by the manuals, and parsed by sqlglot
(\`npm run prove -- --only grammars\`), which reads more than the engines do. Nobody tells Orrery the types of columns there. So a
time whose column is a DATE is moved into the zone of the query, as if it were midnight in UTC: ask for such times in UTC.
SQL of an author stays the author's. The statements of all constructs stand in \`cases/sql/*/NAME.sql\`.`,
    table(
      ['Engine', '`type`', 'Written for', 'Known differences, and what is not known'],
      rendered.map((dialect) => {
        const { title, versions, differences } = renderedNotesOf(dialect);
        return [title, `\`${dialect.name}\``, versions, differences];
      }),
    ),
  ].join('\n\n');
}

function noteTable(kind: 'cancel' | 'users' | 'encryption' | 'readOnly'): string {
  return table(
    ['Engine', 'What differs', 'How it was shown'],
    running.map((dialect) => {
      const { text, shownBy } = notesOf(dialect)[kind];
      return [notesOf(dialect).title, text, shownBy.length === 0 ? 'untried' : code(shownBy)];
    }),
  );
}

function shown(files: readonly string[]): string {
  return `How it was shown:\n\n${files.map((file) => `- ${code([file])}`).join('\n')}`;
}

function code(files: readonly string[]): string {
  return files.map((file) => `\`${file}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const longestLine = 480;
const [shownAtStart, shownAtEnd] = [300, 120];

/** Leaves out the middle of long lines. */
function shortened(sql: string): string {
  return sql
    .split('\n')
    .map((line) =>
      line.length <= longestLine ? line : `${line.slice(0, shownAtStart)} ... ${line.slice(-shownAtEnd)}`,
    )
    .join('\n');
}
