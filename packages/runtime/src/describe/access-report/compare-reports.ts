import type { AccessDifference, AccessReport } from '@orrery/contract';

export type ReportedPiece = AccessReport['pieces'][number];

/** Lists the differences between what two callers see of the same model. */
export function compareReports(first: AccessReport, second: AccessReport): readonly AccessDifference[] {
  if (first.query && second.query) return [...compareRules(first, second), ...compareQueries(first, second)];
  const others = new Map(second.pieces.map((piece) => [piece.name, piece]));
  return [
    ...first.pieces.flatMap((piece) => {
      const other = others.get(piece.name);
      return other ? comparePieces(piece, other, (cube) => rowsBehind(cube, first, second)) : [];
    }),
    ...compareRules(first, second),
  ];
}

type RowsOfTwo = readonly [first: string, second: string];

function comparePieces(
  first: ReportedPiece,
  second: ReportedPiece,
  rowsOf: (cube: string) => RowsOfTwo,
): readonly AccessDifference[] {
  const of = first.name;
  if (first.verdict !== second.verdict)
    return [{ of, what: 'policies', first: verdictText(first), second: verdictText(second) }];
  if (first.verdict === 'denied') return [];
  const members = differences(of, statesIn(first), statesIn(second), 'seen').filter(
    (one) => !isHidden(one.first) || !isHidden(one.second), // for whatever reason
  );
  const rows: readonly (readonly [string, RowsOfTwo])[] = [
    ['rows', [rowsIn(first), rowsIn(second)]],
    ...(first.behind ?? []).map((cube) => [`rows of ${cube}`, rowsOf(cube)] as const),
  ];
  const restricted = rows.flatMap(([what, [one, other]]) =>
    one === other ? [] : [{ of, what, first: one, second: other }],
  );
  return [...members, ...restricted];
}

function rowsBehind(cube: string, ...reports: readonly [AccessReport, AccessReport]): RowsOfTwo {
  const [first, second] = reports.map(({ pieces }) => {
    const piece = pieces.find(({ name }) => name === cube);
    return piece?.verdict === 'denied' ? 'no rows' : piece ? rowsIn(piece) : 'all rows';
  });
  return [first ?? '', second ?? ''];
}

function verdictText({ verdict, policies }: ReportedPiece): string {
  if (verdict !== 'ruled') return verdict === 'open' ? 'open' : 'denied: no policy applies';
  return `by ${policies
    .filter(({ applies }) => applies)
    .map(({ file, line }) => `${file}:${line}`)
    .join(', ')}`;
}

type States = ReadonlyMap<string, string>;

function statesIn({ hidden, masked }: ReportedPiece): States {
  return new Map([
    ...hidden.map(({ member, reason }) => [member, `hidden: ${reason}`] as const),
    ...masked.map(
      ({ member, except }) => [member, except === undefined ? 'masked' : `masked, except ${except}`] as const,
    ),
  ]);
}

function isHidden(state: string): boolean {
  return state.startsWith('hidden: ');
}

function differences(of: string, first: States, second: States, otherwise: string): readonly AccessDifference[] {
  const members = [...new Set([...first.keys(), ...second.keys()])].sort();
  return members.flatMap((what) => {
    const [one, other] = [first.get(what) ?? otherwise, second.get(what) ?? otherwise];
    return one === other ? [] : [{ of, what, first: one, second: other }];
  });
}

/** Row filters of each policy that applies; how they combine depends on the members of a query. */
function rowsIn({ policies }: ReportedPiece): string {
  const applying = policies.filter(({ applies }) => applies);
  if (applying.some((policy) => policy.rows === undefined && applying.every((other) => showsAllOf(policy, other))))
    return 'all rows';
  const rows = applying.map((policy) => policy.rows ?? 'all rows');
  return rows.length === 0 ? 'all rows' : [...new Set(rows)].sort().join(', or ');
}

type ReportedPolicy = ReportedPiece['policies'][number];

function showsAllOf({ shows }: ReportedPolicy, other: ReportedPolicy): boolean {
  if (shows === 'all') return true;
  return other.shows !== 'all' && [...other.shows, ...other.masks].every((member) => shows.includes(member));
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
  if (first.refused && second.refused) return [];
  if (answer(first) !== answer(second)) return [{ of, what: 'answer', first: answer(first), second: answer(second) }];
  const rules = (query: typeof first): States => new Map(query.rules.map(({ of: piece, rows }) => [piece, rows]));
  const masks = (query: typeof first): States =>
    new Map(query.masked.map(({ member, except }) => [member, except ? `masked, except ${except}` : 'masked']));
  return [
    ...differences(of, rules(first), rules(second), 'all rows'),
    ...differences(of, masks(first), masks(second), 'not masked'),
  ];
}
