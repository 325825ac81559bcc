import type { WireFilter } from '@orrery/contract';
import { granularityNames, isVisible, type MemberId, type Query, type QueryFilter } from '@orrery/semantic';
import type { Block, SplitStatement } from '@orrery/sql';
import type { ModelForCaller, PreparedBlock } from '../query/index.ts';
import { InvalidQuery, toQuery } from '../request/index.ts';
import { placeIn, StatementInvalid } from './refuse-statement.ts';

interface Addition {
  readonly member: string;
  /** Names it in problems. */
  readonly path: string;
}

/** The filters and granularities that a dashboard adds to a statement. */
export interface StatementAdditions {
  /** Joined to every part that reads the model. */
  readonly filters: readonly (Addition & { readonly filter: WireFilter })[];
  /** Granularities in place of the units of DATE_TRUNC over their members; the last of a member counts. */
  readonly timeGrains: readonly (Addition & { readonly grain: string })[];
}

/** @throws StatementInvalid for a granularity that the member does not have */
export function grainsOf({ timeGrains }: StatementAdditions, { model, access }: ModelForCaller) {
  return (id: MemberId): string | undefined => {
    const added = timeGrains.findLast(({ member }) => member === id);
    const dimension = model.index.members.get(id);
    if (!added || dimension?.kind !== 'dimension' || !isVisible(dimension, model.index, access)) return undefined;
    const { grain, member, path } = added;
    if (granularityNames(dimension).includes(grain)) return grain;
    const message = `There is no granularity '${grain}' of ${member}`;
    throw new StatementInvalid('User Error', 'sql.unknown-granularity', message, { message, path });
  };
}

interface Joining {
  readonly text: string;
  readonly split: SplitStatement;
  readonly state: ModelForCaller;
}

/**
 * Prepares a block whose rows are those that the added filters keep.
 *
 * @throws StatementInvalid for a block that cannot take a filter; InvalidQuery
 */
export function prepareFiltered(
  block: Block,
  { filters }: StatementAdditions,
  joining: Joining,
  prepare: (query: Query) => PreparedBlock,
): PreparedBlock {
  const added = filters.map((one) => {
    requireTaken(one, block, joining);
    return toQuery({ filters: [one.filter] }).filters;
  });
  const { query } = block;
  try {
    return prepare({ ...query, filters: [...query.filters, ...added.flat()] });
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    const { isUserError, message } = error;
    const problems = error.problems.map((one) => withPath(one, query.filters, filters));
    throw new InvalidQuery(problems, { isUserError, error: message });
  }
}

/** Gives the problems of added filters their path; other problems have no position in a query that no user wrote. */
function withPath(
  { path, ...problem }: InvalidQuery['problems'][number],
  own: readonly QueryFilter[],
  filters: StatementAdditions['filters'],
): InvalidQuery['problems'][number] {
  const index = /^filters\[(\d+)\]/.exec(path ?? '')?.[1];
  const added = index === undefined ? undefined : filters[Number(index) - own.length];
  return added ? { ...problem, path: added.path } : problem;
}

/** @throws StatementInvalid */
function requireTaken({ member, path }: Addition, block: Block, { text, split, state }: Joining): void {
  const refuse = (reason: string): never => {
    const { words, excerpt } = placeIn(text, block.position);
    const message = `The filter on ${member} cannot be joined to the part of the statement that reads '${block.pieces.join("', '")}': ${reason}`;
    throw new StatementInvalid('Unsupported Error', 'sql.added-filter', `${message}${words}${excerpt}`, {
      message: `${message}${words}`,
      path,
    });
  };
  const named = block.pieces.some((piece) => member.startsWith(`${piece}.`));
  if (!named) refuse('it is a member of something else');
  const { model, access } = state;
  const known = model.index.members.get(member as MemberId);
  if (known?.kind !== 'measure' || !isVisible(known, model.index, access)) return;
  if (split.shownGroups !== block) refuse('it tests groups, and they are combined further');
}
