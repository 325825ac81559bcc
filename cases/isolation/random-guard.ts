import type { Expression } from '../proof/expression.ts';
import type { Choices } from '../proof/choices.ts';
import type { MemberFilter } from '../proof/filters.ts';
import { findMember, type Found, subQueriesOf } from '../proof/members.ts';
import { randomValue } from '../proof/random-data.ts';
import { randomWorld } from '../proof/random-world.ts';
import { nameInView, type ValueType, type World, type WorldCube } from '../proof/world.ts';
import type {
  Attribute,
  GuardedWorld,
  PolicyTest,
  PolicyValue,
  WorldCondition,
  WorldMask,
  WorldPolicy,
  WorldSelection,
} from './guarded-world.ts';
import { groupNames } from './random-identity.ts';

/**
 * A random model of which some cubes and views have policies.
 *
 * @param single how often in a hundred one cube has a policy, which limits its rows for all callers, and nothing else has
 */
export function randomGuardedWorld(choices: Choices, { single = 25 } = {}): GuardedWorld {
  const world = worldOfRows(choices);
  const policies = choices.happens(single) ? onOneCube(choices, world) : onSome(choices, world);
  const cubes = world.cubes.map((cube) => withoutGuardedColumns(cube, policies));
  return {
    world: { ...world, cubes },
    policies,
    masks: new Map(world.cubes.flatMap((cube) => randomMasks(choices, cube))),
  };
}

type Policies = ReadonlyMap<string, readonly WorldPolicy[]>;

function onSome(choices: Choices, world: World): Policies {
  const policies = new Map<string, readonly WorldPolicy[]>();
  for (const piece of [
    ...world.cubes.map((cube) => ofCube(world, cube)),
    ...world.views.map((view) => ofView(world, view.name)),
  ]) {
    const isGuarded = choices.happens(policies.size === 0 ? 75 : 45);
    if (isGuarded) policies.set(piece.name, randomPolicies(choices, piece));
  }
  return policies;
}

/** One cube shows some of its rows; all others are open. */
function onOneCube(choices: Choices, world: World): Policies {
  const piece = ofCube(world, choices.pick(world.cubes));
  const [first, ...others] = randomPolicies(choices, piece);
  if (!first || piece.dimensions.length === 0) return onSome(choices, world);
  const forAll: WorldPolicy = { conditions: [], rows: first.rows ?? [randomTest(choices, piece, 1)] };
  return new Map([[piece.name, [forAll, ...(choices.happens(30) ? others : [])]]]);
}

/** Columns of a cube with policies would pass them by, and a measure's filter that reads them is refused. */
function withoutGuardedColumns(cube: WorldCube, policies: ReadonlyMap<string, unknown>): WorldCube {
  const isOpen = (filter: Expression): boolean => {
    if (filter.kind === 'call') return filter.operands.every(isOpen);
    return filter.kind !== 'column' || filter.cube === undefined || !policies.has(filter.cube);
  };
  const measures = cube.measures.map((measure) =>
    measure.filters ? { ...measure, filters: measure.filters.filter(isOpen) } : measure,
  );
  return { ...cube, measures };
}

/** Switches, and what chooses by them, have no values in rows that policies could be about. */
function worldOfRows(choices: Choices): World {
  for (;;) {
    const world = randomWorld(choices);
    const hasSwitch = world.cubes.some(
      ({ dimensions, measures }) =>
        dimensions.some(({ values }) => values) || measures.some(({ stage }) => stage?.choice),
    );
    if (!hasSwitch) return world;
  }
}

/** A cube or view that policies can name. */
interface Guarded {
  readonly name: string;
  readonly members: readonly string[];
  /** All but segments, which show nothing. */
  readonly maskable: readonly string[];
  readonly dimensions: readonly { readonly name: string; readonly type: ValueType }[];
}

function ofCube(world: World, { name, dimensions, measures, segments }: WorldCube): Guarded {
  return {
    name,
    members: [...dimensions, ...measures, ...segments].map((member) => member.name),
    maskable: [...dimensions, ...measures].map((member) => member.name),
    dimensions: dimensions.filter((member) => isOfRows(world, findMember(world, `${name}.${member.name}`))),
  };
}

/** Whether a member has no sub-query: the value of one for rows that policies hide is not defined. */
function isOfRows(world: World, found: Found): boolean {
  return subQueriesOf(world, found).length === 0;
}

function ofView(world: World, name: string): Guarded {
  const includes = world.views.find((view) => view.name === name)?.includes ?? [];
  const members = includes.flatMap((inclusion) =>
    inclusion.members.map((member) => ({
      own: nameInView(inclusion, member),
      found: findMember(world, `${name}.${nameInView(inclusion, member)}`),
    })),
  );
  return {
    name,
    members: members.map(({ own }) => own),
    maskable: members.flatMap(({ own, found }) => (found.kind === 'segment' ? [] : [own])),
    dimensions: members.flatMap(({ own, found }) =>
      found.kind === 'dimension' && isOfRows(world, found) ? [{ name: own, type: found.member.type }] : [],
    ),
  };
}

function randomPolicies(choices: Choices, piece: Guarded): readonly WorldPolicy[] {
  return Array.from({ length: choices.pick([1, 2, 2, 3]) }, () => randomPolicy(choices, piece));
}

function randomPolicy(choices: Choices, piece: Guarded): WorldPolicy {
  const { members } = piece;
  const level = randomLevel(choices, members);
  const masking = level && choices.happens(45) ? randomMasking(choices, piece.maskable) : undefined;
  const hasRows = choices.happens(55) && piece.dimensions.length > 0;
  return {
    ...randomNeeds(choices),
    conditions: choices.happens(25)
      ? Array.from({ length: choices.pick([1, 1, 2]) }, () => randomCondition(choices, 2))
      : [],
    ...(level ? { level } : {}),
    ...(masking ? { masking } : {}),
    ...(hasRows ? { rows: Array.from({ length: choices.pick([1, 1, 2]) }, () => randomTest(choices, piece, 2)) } : {}),
    ...(!hasRows && choices.happens(15) ? { opensAllRows: true as const } : {}),
  };
}

function randomNeeds(choices: Choices): Pick<WorldPolicy, 'needs'> {
  if (choices.happens(25)) return {};
  if (choices.happens(25)) return { needs: { key: 'group', names: ['*'] } };
  return choices.happens(60)
    ? { needs: { key: 'group', names: [choices.pick(groupNames)] } }
    : { needs: { key: 'groups', names: choices.some(groupNames, 2, 1) } };
}

function randomLevel(choices: Choices, members: readonly string[]): WorldSelection | undefined {
  if (choices.happens(25)) return undefined;
  if (choices.happens(6)) return { includes: [] };
  if (choices.happens(35)) return { includes: '*' };
  if (choices.happens(50)) return { excludes: choices.some(members, 3, 1) };
  return { includes: choices.some(members, members.length, 1) };
}

function randomMasking(choices: Choices, members: readonly string[]): WorldSelection {
  if (choices.happens(40)) return { includes: '*' };
  if (choices.happens(30)) return { includes: '*', excludes: choices.some(members, 3, 1) };
  return { includes: choices.some(members, 4, 1) };
}

function randomCondition(choices: Choices, depth: number): WorldCondition {
  const of = choices.pick<Attribute['of']>(['securityContext', 'userAttributes']);
  const kind = choices.pick(['attribute', 'attribute', 'in-groups', 'has', ...(depth > 0 ? ['not', 'and', 'or'] : [])]);
  switch (kind) {
    case 'not':
      return { kind, condition: randomCondition(choices, depth - 1) };
    case 'and':
    case 'or':
      return { kind, conditions: [randomCondition(choices, depth - 1), randomCondition(choices, depth - 1)] };
    case 'in-groups':
      return { kind, name: choices.pick(groupNames) };
    case 'has':
      return { kind, attribute: { of, name: 'texts' }, value: choices.pick(['a', 'ab']) };
    default:
      return { kind: 'attribute', attribute: { of, name: choices.pick(['flag', 'flag', 'text', 'number']) } };
  }
}

function randomTest(choices: Choices, piece: Guarded, depth: number): PolicyTest {
  if (depth > 0 && choices.happens(20)) {
    const parts = Array.from({ length: choices.integer(1, 2) }, () => randomTest(choices, piece, depth - 1));
    return choices.happens(60) ? { or: parts } : { and: parts };
  }
  const { name: member, type } = choices.pick(piece.dimensions);
  if (choices.happens(10)) return { member, operator: choices.pick<MemberFilter['operator']>(['set', 'notSet']) };
  return { member, ...testOf(choices, type) };
}

function testOf(choices: Choices, type: ValueType): Omit<Extract<PolicyTest, { member: string }>, 'member'> {
  const operators: Readonly<Record<ValueType, readonly MemberFilter['operator'][]>> = {
    string: ['equals', 'equals', 'equals', 'notEquals', 'in', 'contains', 'startsWith', 'notContains'],
    number: ['equals', 'equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'in'],
    boolean: ['equals', 'equals', 'notEquals'],
    time: ['beforeDate', 'afterOrOnDate', 'onTheDate'],
  };
  const operator = choices.pick(operators[type]);
  const takesMany = ['equals', 'notEquals', 'in', 'contains', 'startsWith', 'notContains'].includes(operator);
  const attribute = attributeFor(choices, type, takesMany);
  if (attribute && choices.happens(45)) {
    return { operator, values: [{ attribute, isItem: choices.happens(50) }] };
  }
  const count = takesMany && type !== 'boolean' ? choices.integer(1, 3) : 1;
  const values = Array.from({ length: count }, (): PolicyValue => literal(choices, type));
  const beside = attribute && count > 1 && choices.happens(25) ? [{ attribute, isItem: true }] : [];
  return { operator, values: [...values, ...beside] };
}

function literal(choices: Choices, type: ValueType): string {
  const days = ['2024-01-01', '2024-03-10', '2024-03-31', '2024-10-27'];
  return type === 'time' ? choices.pick(days) : String(randomValue(choices, type));
}

function attributeFor(choices: Choices, type: ValueType, takesMany: boolean): Attribute | undefined {
  const of = choices.pick<Attribute['of']>(['securityContext', 'userAttributes']);
  const names: Readonly<Record<ValueType, readonly string[]>> = {
    string: takesMany ? ['text', 'text', 'texts', 'texts', 'nested', 'absent'] : ['text'],
    number: takesMany ? ['number', 'number', 'numbers', 'text'] : ['number'],
    boolean: ['flag'],
    time: [],
  };
  return names[type].length === 0 ? undefined : { of, name: choices.pick(names[type]) };
}

function randomMasks(choices: Choices, cube: WorldCube): readonly (readonly [string, WorldMask])[] {
  const constants: Readonly<Record<ValueType, readonly Exclude<WorldMask, { kind: 'sql' }>['value'][]>> = {
    string: ['***', 'a', "it's"],
    number: [-1, 0, 2.5],
    boolean: [true, false],
    time: [],
  };
  const columns: Readonly<Record<ValueType, string>> = { string: 's', number: 'm', boolean: 'b', time: 't' };
  const dimensions = cube.dimensions.flatMap(({ name, type }): readonly (readonly [string, WorldMask])[] => {
    const id = `${cube.name}.${name}`;
    if (choices.happens(15)) return [[id, { kind: 'sql', sql: { kind: 'column', name: columns[type] } }]];
    const value = constants[type].length > 0 && choices.happens(60) ? choices.pick(constants[type]) : undefined;
    return value === undefined ? [] : [[id, { kind: 'constant', value }]];
  });
  const measures = cube.measures.flatMap(({ name }): readonly (readonly [string, WorldMask])[] => {
    const id = `${cube.name}.${name}`;
    const sum: WorldMask = {
      kind: 'sql',
      sql: { kind: 'call', operator: 'SUM', operands: [{ kind: 'column', name: 'm' }] },
    };
    if (choices.happens(12)) return [[id, sum]];
    return choices.happens(50) ? [[id, { kind: 'constant', value: choices.pick([-1, 0, 2.5]) }]] : [];
  });
  return [...dimensions, ...measures];
}
