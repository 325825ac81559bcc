import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { dateTime, dateTimeFilter, exactFloat, floatFilter, granularities, stringFilter } from './scalars.ts';

/** The part of `/v1/meta` from which a schema is built. */
export interface MetaPiece {
  readonly name: string;
  readonly description?: string;
  readonly measures: readonly MetaMember[];
  readonly dimensions: readonly MetaMember[];
}

interface MetaMember {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  /** The granularities that the model gives a time, in addition to the built-in ones. */
  readonly granularities?: readonly { readonly name: string; readonly title?: string }[];
}

export interface SchemaMember {
  /** `orders.count` */
  readonly name: string;
  readonly type: 'number' | 'time' | 'text';
  readonly isMeasure: boolean;
  /** The type of its buckets, for a time. */
  readonly times?: GraphQLObjectType;
}

export interface SchemaCube {
  readonly name: string;
  /** The members by the names of their fields. */
  readonly members: ReadonlyMap<string, SchemaMember>;
}

export interface BuiltSchema {
  readonly schema: GraphQLSchema;
  /** The cubes by the names of their fields. */
  readonly cubes: ReadonlyMap<string, SchemaCube>;
  /** Types that objects of the answer have. */
  readonly typeNames: ReadonlyMap<string, string>;
  /** Estimated memory. */
  readonly bytes: number;
}

const direction = new GraphQLEnumType({ name: 'OrderBy', values: { asc: {}, desc: {} } });
/** Each member is a field of three types. */
const bytesOfMember = 2_500;
const isName = /^(?!__)[A-Za-z_]\w*$/;

/** Builds the schema of all callers who see these cubes and members. Names that GraphQL cannot write are left out. */
export function buildSchema(pieces: readonly MetaPiece[]): BuiltSchema {
  const cubes = new Map<string, SchemaCube>();
  const typeNames = new Map<string, string>();
  const taken = new Set(['Root', 'TimeDimension', 'Result', 'Query']);
  const results: GraphQLFieldConfigMap<unknown, unknown> = {};
  const wheres: [string, GraphQLInputObjectType][] = [];
  const orders: [string, GraphQLInputObjectType][] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const field = lowered(piece.name);
    if (!isName.test(field) || cubes.has(field)) continue;
    const plain = membersOf(piece);
    if (plain.size === 0) continue;
    const prefix = untaken(raised(piece.name), taken);
    const members = withOwnTimes(piece, plain, prefix, taken);
    cubes.set(field, { name: piece.name, members });
    typeNames.set(field, `${prefix}Members`);
    const where = whereInput(prefix, members);
    const order = orderInput(prefix, members);
    if (where) wheres.push([field, where]);
    if (order) orders.push([field, order]);
    results[field] = {
      type: membersType(prefix, piece, members),
      args: { ...(where ? { where: { type: where } } : {}), ...(order ? { orderBy: { type: order } } : {}) },
      ...described(piece),
    };
    const own = piece.dimensions.reduce((sum, one) => sum + (one.granularities?.length ?? 0), 0);
    bytes += (members.size + own) * bytesOfMember;
  }
  const schema = new GraphQLSchema({ query: queryType(results, wheres, orders), assumeValid: true });
  return { schema, cubes, typeNames, bytes };
}

function queryType(
  results: GraphQLFieldConfigMap<unknown, unknown>,
  wheres: readonly [string, GraphQLInputObjectType][],
  orders: readonly [string, GraphQLInputObjectType][],
): GraphQLObjectType {
  if (Object.keys(results).length === 0) {
    const nothing = { type: GraphQLBoolean, description: 'The caller sees no cube' };
    return new GraphQLObjectType({ name: 'Query', fields: { nothing } });
  }
  const result = new GraphQLObjectType({ name: 'Result', fields: results });
  const where: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: 'RootWhereInput',
    fields: () => ({ ...bothWays(where), ...inputs(wheres) }),
  });
  const orderBy = new GraphQLInputObjectType({ name: 'RootOrderByInput', fields: inputs(orders) });
  return new GraphQLObjectType({
    name: 'Query',
    fields: {
      cube: {
        type: new GraphQLList(new GraphQLNonNull(result)),
        args: {
          where: { type: where },
          ...(orders.length > 0 ? { orderBy: { type: orderBy } } : {}),
          limit: { type: GraphQLInt },
          offset: { type: GraphQLInt },
          timezone: { type: GraphQLString },
          renewQuery: { type: GraphQLBoolean },
          cache: { type: GraphQLString },
          ungrouped: { type: GraphQLBoolean },
          fillMissing: { type: GraphQLBoolean },
          fillWith: { type: GraphQLInt, description: '0 or null' },
        },
      },
    },
  });
}

function membersOf({ measures, dimensions }: MetaPiece): ReadonlyMap<string, SchemaMember> {
  const found = new Map<string, SchemaMember>();
  const add = ({ name, type }: MetaMember, isMeasure: boolean) => {
    const field = name.slice(name.indexOf('.') + 1);
    if (!isName.test(field) || found.has(field)) return;
    found.set(field, { name, isMeasure, type: type === 'number' || type === 'time' ? type : 'text' });
  };
  for (const measure of measures) add(measure, true);
  for (const dimension of dimensions) add(dimension, false);
  return found;
}

const usualTimes = Object.fromEntries(['value', ...granularities].map((name) => [name, { type: dateTime }]));
const timeDimension = new GraphQLObjectType({ name: 'TimeDimension', fields: usualTimes });

/** Gives times with granularities of their own a type that has them; those of a built-in name are fields already. */
function withOwnTimes(
  { dimensions }: MetaPiece,
  members: ReadonlyMap<string, SchemaMember>,
  prefix: string,
  taken: Set<string>,
): ReadonlyMap<string, SchemaMember> {
  const defined = new Map(dimensions.map(({ name, granularities: own = [] }) => [name, own]));
  return new Map(
    [...members].map(([field, member]): [string, SchemaMember] => {
      const own = member.type === 'time' && !member.isMeasure ? (defined.get(member.name) ?? []) : [];
      const further = own.filter(({ name }) => isName.test(name) && !Object.hasOwn(usualTimes, name));
      if (further.length === 0) return [field, member];
      const fields = further.map(({ name, title }) => [
        name,
        { type: dateTime, ...described(title === undefined ? {} : { description: title }) },
      ]);
      const name = untaken(`${prefix}${raised(field)}TimeDimension`, taken);
      const times = new GraphQLObjectType({ name, fields: { ...usualTimes, ...Object.fromEntries(fields) } });
      return [field, { ...member, times }];
    }),
  );
}

const outputs = { number: exactFloat, text: GraphQLString, time: timeDimension };
const filters = { number: floatFilter, text: stringFilter, time: dateTimeFilter };

function membersType(
  prefix: string,
  { measures, dimensions }: MetaPiece,
  members: ReadonlyMap<string, SchemaMember>,
): GraphQLObjectType {
  const descriptions = new Map([...measures, ...dimensions].map(({ name, description }) => [name, description]));
  const fields = [...members].map(([field, { name, type, times }]) => {
    const description = descriptions.get(name);
    return [field, { type: times ?? outputs[type], ...described(description === undefined ? {} : { description }) }];
  });
  return new GraphQLObjectType({ name: `${prefix}Members`, fields: Object.fromEntries(fields) });
}

function whereInput(prefix: string, members: ReadonlyMap<string, SchemaMember>): GraphQLInputObjectType | undefined {
  const fields = [...members].map(([field, { type }]) => [field, { type: filters[type] }]);
  const where: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: `${prefix}WhereInput`,
    fields: () => ({ ...Object.fromEntries(fields), ...bothWays(where) }),
  });
  return where;
}

function orderInput(prefix: string, members: ReadonlyMap<string, SchemaMember>): GraphQLInputObjectType | undefined {
  if (members.size === 0) return undefined;
  const fields = [...members.keys()].map((field) => [field, { type: direction }]);
  return new GraphQLInputObjectType({ name: `${prefix}OrderByInput`, fields: Object.fromEntries(fields) });
}

function bothWays(where: GraphQLInputObjectType): GraphQLInputFieldConfigMap {
  const list = { type: new GraphQLList(new GraphQLNonNull(where)) };
  return { AND: list, OR: list };
}

function inputs(types: readonly [string, GraphQLInputObjectType][]): GraphQLInputFieldConfigMap {
  return Object.fromEntries(types.map(([name, type]) => [name, { type }]));
}

function described({ description }: { readonly description?: string }) {
  return description === undefined ? {} : { description };
}

/** Cubes whose names differ by the first letter only get types of different names. */
function untaken(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? untaken(`${name}_`, taken) : name;
  taken.add(free);
  return free;
}

const lowered = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1);
const raised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
