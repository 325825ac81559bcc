import type { AccessDifference, AccessReport } from '@orrery/contract';

type ReportedPiece = AccessReport['pieces'][number];

/** What two callers see differently of the same model. */
export function compareReports(first: AccessReport, second: AccessReport): readonly AccessDifference[] {
  const others = new Map(second.pieces.map((piece) => [piece.name, piece]));
  return [
    ...first.pieces.flatMap((piece) => {
      const other = others.get(piece.name);
      return other ? comparePieces(piece, other) : [];
    }),
    ...compareRules(first, second),
    ...compareQueries(first, second),
  ];
}

function comparePieces(first: ReportedPiece, second: ReportedPiece): readonly AccessDifference[] {
  const of = first.name;
  if (first.verdict !== second.verdict)
    return [{ of, what: 'policies', first: verdictText(first), second: verdictText(second) }];
  if (first.verdict === 'denied') return [];
  const hidden = differences(of, hiddenIn(first), hiddenIn(second), 'seen');
  const masked = differences(of, maskedIn(first), maskedIn(second), 'not masked');
  const [rows, otherRows] = [rowsIn(first), rowsIn(second)];
  return [...hidden, ...masked, ...(rows === otherRows ? [] : [{ of, what: 'rows', first: rows, second: otherRows }])];
}

function verdictText({ verdict, policies }: ReportedPiece): string {
  if (verdict !== 'ruled') return verdict === 'open' ? 'open' : 'denied: no policy applies';
  return `by ${policies
    .filter(({ applies }) => applies)
    .map(({ file, line }) => `${file}:${line}`)
    .join(', ')}`;
}

type States = ReadonlyMap<string, string>;

function hiddenIn({ hidden }: ReportedPiece): States {
  return new Map(hidden.map(({ member, reason }) => [member, `hidden: ${reason}`]));
}

function maskedIn({ masked }: ReportedPiece): States {
  return new Map(
    masked.map(({ member, except }) => [member, except === undefined ? 'masked' : `masked, except ${except}`]),
  );
}

function differences(of: string, first: States, second: States, otherwise: string): readonly AccessDifference[] {
  const members = [...new Set([...first.keys(), ...second.keys()])].sort();
  return members.flatMap((what) => {
    const [one, other] = [first.get(what) ?? otherwise, second.get(what) ?? otherwise];
    return one === other ? [] : [{ of, what, first: one, second: other }];
  });
}

/** Of each policy that applies, joined as they are: what they leave together depends on the members of a query. */
function rowsIn({ policies }: ReportedPiece): string {
  const rows = policies.filter(({ applies }) => applies).map((policy) => policy.rows ?? 'all rows');
  return rows.length === 0 ? 'all rows' : [...new Set(rows)].sort().join(', or ');
}

function compareRules({ rules: first }: AccessReport, { rules: second }: AccessReport): readonly AccessDifference[] {
  const words = ({ state, does, reason }: AccessReport['rules'][number]) =>
    state === 'acts' ? does : state === 'rests' ? 'does not act' : `undecided: ${reason}`;
  return first.flatMap((rule, index): AccessDifference[] => {
    const other = second[index];
    if (!other || words(rule) === words(other)) return [];
    return [{ of: 'query_rewrite', what: `${rule.file}:${rule.line}`, first: words(rule), second: words(other) }];
  });
}

function compareQueries({ query: first }: AccessReport, { query: second }: AccessReport): readonly AccessDifference[] {
  if (!first || !second) return [];
  const of = 'the query';
  const answer = ({ refused }: NonNullable<AccessReport['query']>) =>
    refused ? `refused: ${refused.join('; ')}` : 'answered';
  if (answer(first) !== answer(second)) return [{ of, what: 'answer', first: answer(first), second: answer(second) }];
  const rules = (query: typeof first): States => new Map(query.rules.map(({ of: piece, rows }) => [piece, rows]));
  const masks = (query: typeof first): States =>
    new Map(query.masked.map(({ member, except }) => [member, except ? `masked, except ${except}` : 'masked']));
  return [
    ...differences(of, rules(first), rules(second), 'all rows'),
    ...differences(of, masks(first), masks(second), 'not masked'),
  ];
}
