import type { WireQuery } from '@orrery/contract';
import type { Dimension, MemberId, ModelIndex, Piece } from '@orrery/semantic';
import type { AnswerRows } from './answer-rows.ts';
import type { Random } from './random.ts';

/** A question that only SQL has a form for, whose rows are computed of what `load` has for the caller. */
export interface SqlOnlyQuestion {
  readonly text: string;
  /** Members that it names. */
  readonly members: readonly MemberId[];
  readonly over: readonly WireQuery[];
  /** @param rows of each query in `over`, in its order of columns */
  readonly expected: (...rows: readonly AnswerRows[]) => AnswerRows;
}

interface Subject {
  readonly piece: string;
  readonly shown: string;
  readonly tested: string;
  readonly measure: string | undefined;
  /** A text of another cube or view. */
  readonly otherPiece: string;
  readonly other: string;
  /** Texts that `tested` and `other` may have. */
  readonly value: string;
  readonly otherValue: string;
}

/** Generates a statement over texts of two cubes or views, and a measure of the first of them. */
export async function generateStatement(
  random: Random,
  { pieces }: ModelIndex,
  valuesOf: (dimension: MemberId) => Promise<readonly string[]>,
): Promise<SqlOnlyQuestion | undefined> {
  const open = [...pieces.values()].filter((piece) => piece.isPublic && textsOf(piece).length > 0);
  const [root, another] = [random.pick(open), random.pick(open)];
  const [shown, tested] = [random.pick(root ? textsOf(root) : []), random.pick(root ? textsOf(root) : [])];
  const other = random.pick(another ? textsOf(another) : []);
  const measures = (root?.measures ?? []).filter(({ isPublic, type }) => isPublic && type === 'number');
  const make = random.pick(makers);
  const [value, otherValue] = [
    random.pick(tested ? await valuesOf(tested.id) : []) ?? 'a',
    random.pick(other ? await valuesOf(other.id) : []) ?? 'a',
  ];
  if (!root || !another || !shown || !tested || !other || !make) return undefined;
  return make({
    piece: root.name,
    shown: shown.id,
    tested: tested.id,
    measure: random.pick(measures)?.id,
    otherPiece: another.name,
    other: other.id,
    value,
    otherValue,
  });
}

function textsOf({ dimensions }: Piece): readonly Dimension[] {
  return dimensions.filter(({ isPublic, type }) => isPublic && type === 'string');
}

/** A condition over a text, and what it says of a value that `load` shows. */
interface TextTest {
  readonly text: (column: string, value: string) => string;
  readonly holds: (cell: unknown, value: string) => boolean;
}

const tests: readonly TextTest[] = [
  { text: (column, value) => `${column} = ${quoted(value)}`, holds: (cell, value) => cell === value },
  {
    text: (column, value) => `${column} <> ${quoted(value)}`,
    holds: (cell, value) => cell !== null && cell !== value,
  },
  { text: (column) => `${column} IS NULL`, holds: (cell) => cell === null },
  {
    text: (column, value) => `STRPOS(${column}, ${quoted(value.slice(1, 3))}) > 0`,
    holds: (cell, value) => typeof cell === 'string' && cell.includes(value.slice(1, 3)),
  },
  {
    text: (column, value) => `${column} || '!' = ${quoted(`${value}!`)}`,
    holds: (cell, value) => cell === value,
  },
  {
    text: (column, value) => `COALESCE(${column}, 'none') IN ('none', ${quoted(value)})`,
    holds: (cell, value) => cell === null || cell === 'none' || cell === value,
  },
];

type QuestionMaker = (subject: Subject) => SqlOnlyQuestion | undefined;

const setOperations = {
  UNION: (one: AnswerRows, other: AnswerRows) => distinct([...one, ...other]),
  'UNION ALL': (one: AnswerRows, other: AnswerRows) => [...one, ...other],
  INTERSECT: (one: AnswerRows, other: AnswerRows) => one.filter((row) => has(other, row)),
  EXCEPT: (one: AnswerRows, other: AnswerRows) => one.filter((row) => !has(other, row)),
};

const makers: readonly QuestionMaker[] = [
  ...tests.flatMap(testedBy),
  ...Object.entries(setOperations).map(
    ([words, expected]): QuestionMaker =>
      (subject) => ({
        text: `${groupsOf(subject.piece, subject.shown)} ${words} ${groupsOf(subject.otherPiece, subject.other)}`,
        ...ofBoth(subject),
        expected: (one = [], other = []) => expected(one, other),
      }),
  ),
  (subject) => ({
    text: `SELECT DISTINCT ${column(subject.shown)} FROM ${named(subject.piece)} WHERE ${column(subject.shown)} IN (SELECT ${column(subject.other)} FROM ${named(subject.otherPiece)})`,
    ...ofBoth(subject),
    expected: (one = [], other = []) => one.filter((row) => row[0] !== null && has(other, row)),
  }),
  (subject) => ({
    text: `SELECT ${column(subject.shown)} FROM ${named(subject.piece)} WHERE EXISTS (SELECT 1 FROM ${named(subject.otherPiece)} WHERE ${column(subject.other)} = ${quoted(subject.otherValue)}) GROUP BY 1`,
    ...ofBoth(subject),
    expected: (one = [], other = []) => (has(other, [subject.otherValue]) ? one : []),
  }),
  (subject) => ({
    text: `SELECT v, (SELECT COUNT(*) FROM (${groupsOf(subject.otherPiece, subject.other)}) o) FROM (${groupsOf(subject.piece, subject.shown)}) s`,
    ...ofBoth(subject),
    expected: (one = [], other = []) => one.map((row) => [...row, String(other.length)]),
  }),
  (subject) => ({
    text: `SELECT v, COUNT(*) OVER () FROM (${groupsOf(subject.piece, subject.shown)}) s`,
    ...ofShown(subject),
    expected: (one = []) => one.map((row) => [...row, String(one.length)]),
  }),
  (subject) => ({
    text: `SELECT s.v FROM (${groupsOf(subject.piece, subject.tested)}) s JOIN (VALUES (${quoted(subject.value)})) t (w) ON s.v = t.w`,
    ...ofShown({ ...subject, shown: subject.tested }),
    expected: (one = []) => one.filter(([cell]) => cell === subject.value),
  }),
  ({ piece, shown, measure }) =>
    measure === undefined
      ? undefined
      : {
          text: `SELECT ${column(shown)}, MEASURE(${column(measure)}) FROM ${named(piece)} GROUP BY 1 HAVING MEASURE(${column(measure)}) > 1`,
          members: ids(shown, measure),
          over: [{ dimensions: [shown], measures: [measure], limit: mostRows }],
          expected: (rows = []) => rows.filter(([, cell]) => cell !== null && Number(cell) > 1),
        },
  ({ piece, tested, measure, value }) =>
    measure === undefined
      ? undefined
      : {
          text: `SELECT MEASURE(${column(measure)}) FILTER (WHERE ${column(tested)} = ${quoted(value)}) FROM ${named(piece)}`,
          members: ids(measure, tested),
          over: [{ measures: [measure], filters: [{ member: tested, operator: 'equals', values: [value] }] }],
          expected: (rows = []) => rows,
        },
];

/** A preview, an order and a CASE by a condition, each over rows that are not grouped. */
function testedBy({ text, holds }: TextTest): readonly QuestionMaker[] {
  const ofRows = ({ shown, tested }: Subject) => ({
    members: ids(shown, tested),
    over: [{ dimensions: [...new Set([shown, tested])], ungrouped: true, limit: mostRows }],
  });
  const condition = ({ tested, value }: Subject) => text(column(tested), value);
  const cell = ({ shown, tested }: Subject, row: AnswerRows[number]) => (shown === tested ? row[0] : row[1]);
  return [
    (subject) => ({
      text: `SELECT ${column(subject.shown)} FROM ${named(subject.piece)} WHERE ${condition(subject)}`,
      ...ofRows(subject),
      expected: (rows = []) =>
        rows.filter((row) => holds(cell(subject, row), subject.value)).map((row) => row.slice(0, 1)),
    }),
    (subject) => ({
      text: `SELECT ${column(subject.shown)}, CASE WHEN ${condition(subject)} THEN 'yes' ELSE 'no' END AS found FROM ${named(subject.piece)} ORDER BY ${column(subject.tested)}, 2`,
      ...ofRows(subject),
      expected: (rows = []) => rows.map((row) => [row[0], holds(cell(subject, row), subject.value) ? 'yes' : 'no']),
    }),
  ];
}

/** More rows than `load` may bring make a question incomparable. */
export const mostRows = 50_000;

function groupsOf(piece: string, dimension: string): string {
  return `SELECT ${column(dimension)} AS v FROM ${named(piece)} GROUP BY 1`;
}

function ofShown({ shown }: Subject) {
  return { members: ids(shown), over: [{ dimensions: [shown], limit: mostRows }] };
}

function ofBoth({ shown, other }: Subject) {
  const over = [shown, other].map((dimension) => ({ dimensions: [dimension], limit: mostRows }));
  return { members: ids(shown, other), over };
}

function ids(...names: readonly string[]): readonly MemberId[] {
  return [...new Set(names)] as MemberId[]; // names of members of the model
}

function column(id: string): string {
  return id.split('.').map(named).join('.');
}

function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function has(rows: AnswerRows, row: AnswerRows[number]): boolean {
  return rows.some(([cell]) => cell === row[0]);
}

function distinct(rows: AnswerRows): AnswerRows {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
