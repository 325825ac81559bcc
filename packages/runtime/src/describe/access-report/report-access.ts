import type { AccessReport } from '@orrery/contract';
import {
  type CubeName,
  cubeOf,
  explainAccess,
  judgeQueryRule,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
  type Piece,
  type PieceAccess,
  type QueryRule,
  resolveAlias,
  type RulesVerdict,
} from '@orrery/semantic';
import type { ModelSnapshot } from '../../runtime.ts';
import { cubesBehind } from './cubes-behind.ts';
import { policyCallerOf, type SecurityContext } from '@orrery/kernel';
import type { ReportedPiece } from './compare-reports.ts';

type PolicyAccess = PieceAccess['policies'][number];

/**
 * Reports what a caller with a security context sees, and the policies responsible. For administrators: it names
 * everything hidden from the caller.
 *
 * @param concerns cubes and views to report; by default all @throws MalformedCaller
 */
export function reportAccess(
  { index }: ModelSnapshot,
  securityContext: SecurityContext,
  rules: readonly QueryRule[],
  concerns?: ReadonlySet<string>,
): AccessReport {
  const caller = policyCallerOf(securityContext);
  const explained = new Map(explainAccess(index, caller).map((piece) => [piece.name, piece]));
  const pieces = [...index.pieces.values()].filter(({ name }) => concerns?.has(name) ?? true);
  const behind = new Map(pieces.map((piece) => [piece.name, cubesBehind(piece, index)]));
  const applyingTo = (name: CubeName) => explained.get(name)?.policies.filter(({ applies }) => applies) ?? [];
  return {
    caller: {
      groups: [...caller.groups],
      roles: [...caller.roles],
      userAttributes: caller.userAttributes ? { ...caller.userAttributes } : null,
    },
    pieces: pieces.map((piece) => {
      const cubes = behind.get(piece.name) ?? [];
      const reported = reportPiece(piece, explained.get(piece.name));
      if (cubes.length === 0) return reported;
      const masked = [...reported.masked, ...maskedBehind(piece, index, applyingTo, reported)];
      return { ...reported, behind: [...cubes], masked };
    }),
    rules: rules.map((rule) => reportRule(rule, judgeQueryRule(rule, caller, index))),
  };
}

/** Reports public members only. */
function reportPiece(piece: Piece, explained: PieceAccess | undefined): ReportedPiece {
  const { policies = [], hidden = [] } = explained ?? {};
  const applying = policies.filter(({ applies }) => applies);
  const kept = new Map(hidden.map(({ member, reason }) => [member, reason]));
  const members = [...piece.measures, ...piece.dimensions, ...piece.segments].filter(({ isPublic }) => isPublic);
  return {
    name: piece.name,
    kind: piece.kind,
    verdict: piece.policies === undefined ? 'open' : applying.length === 0 ? 'denied' : 'ruled',
    policies: policies.map(reportPolicy),
    hidden: members.flatMap(({ id }) => {
      const reason = kept.get(id);
      return reason === undefined ? [] : [{ member: id, reason }];
    }),
    masked: members.filter(({ id }) => !kept.has(id)).flatMap(({ id }) => maskedBy(id, applying)),
  };
}

/** Members of a view that a cube behind it masks. */
function maskedBehind(
  piece: Piece,
  index: ModelIndex,
  applyingTo: (cube: CubeName) => readonly PolicyAccess[],
  { hidden, masked }: ReportedPiece,
): ReportedPiece['masked'] {
  const reported = new Set([...hidden, ...masked].map(({ member }) => member));
  const members = [...piece.measures, ...piece.dimensions].filter(({ id, isPublic }) => isPublic && !reported.has(id));
  return members.flatMap(({ id, kind }) => {
    const real = resolveAlias(index, id, kind).member.id;
    if (real === id) return [];
    return maskedBy(real, applyingTo(cubeOf(real))).map((one) => ({ ...one, member: id }));
  });
}

function reportPolicy({ file, line, applies, reason, shows, masks, rows }: PolicyAccess) {
  return {
    file,
    line,
    applies,
    ...(reason === undefined ? {} : { reason }),
    shows: shows === 'all' ? shows : [...shows],
    masks: [...masks],
    ...(rows ? { rows: rowsText(rows) } : {}),
  };
}

function reportRule(rule: QueryRule, verdict: RulesVerdict): AccessReport['rules'][number] {
  const { file, line, touches } = rule;
  const acts = verdict.kind === 'refused' || (verdict.kind === 'followed' && verdict.acting.length > 0);
  return {
    file,
    line,
    ...(touches ? { touches: [...touches] } : {}),
    state: verdict.kind === 'undecided' ? 'undecided' : acts ? 'acts' : 'rests',
    ...(verdict.kind === 'undecided' ? { reason: verdict.reason } : {}),
    does: ruleWords(rule, verdict),
  };
}

/** Describes a rule, with the caller's values where it acts. */
function ruleWords({ refuse, limit, filters, segments }: QueryRule, verdict: RulesVerdict): string {
  if (refuse !== undefined) return `refuses: ${refuse}`;
  const restrictions = verdict.kind === 'followed' ? [...verdict.restrictions.values()] : [];
  const filled = restrictions.flatMap((one) => [...one.filters.map(filterText), ...one.segments]);
  const named = filled.length > 0 ? filled : [...filters.flatMap(membersIn), ...segments];
  return [
    ...(named.length > 0 ? [`only rows where ${named.join(' and ')}`] : []),
    ...(limit === undefined ? [] : [`at most ${limit} rows`]),
  ].join(', ');
}

function membersIn(filter: QueryRule['filters'][number]): readonly string[] {
  return filter.kind === 'member' ? [`${filter.member} ${filter.operator} ...`] : filter.filters.flatMap(membersIn);
}

/** Whether some policy masks the member, and none shows it on every row. */
function maskedBy(id: MemberId, applying: readonly PolicyAccess[]): ReportedPiece['masked'] {
  if (!applying.some(({ masks }) => masks.includes(id))) return [];
  const showing = applying.filter(({ shows }) => shows === 'all' || shows.includes(id));
  if (showing.some(({ rows }) => rows === undefined)) return [];
  const except = showing.map(({ rows = [] }) => rowsText(rows)).join(' or ');
  return [{ member: id, ...(except === '' ? {} : { except }) }];
}

function rowsText(filters: readonly ModelFilter[]): string {
  return filters.length === 0 ? 'every row' : filters.map(filterText).join(' and ');
}

function filterText(filter: ModelFilter): string {
  if (filter.kind !== 'member') return `(${filter.filters.map(filterText).join(` ${filter.kind} `)})`;
  const values = filter.values?.map((value) => JSON.stringify(value)) ?? [];
  return [filter.member, filter.operator, values.join(', ')].filter((part) => part !== '').join(' ');
}
