import { parse, stringify } from 'yaml';
import { writeSql } from '../proof/expression.ts';
import { writeModel } from '../proof/write-model.ts';
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

interface WrittenPiece {
  readonly name: string;
  readonly dimensions?: readonly { readonly name: string }[];
  readonly measures?: readonly { readonly name: string }[];
}

/** The YAML of a model with its policies and masks. */
export function writeGuardedModel({ world, policies, masks }: GuardedWorld): string {
  const { cubes, views = [] }: { cubes: readonly WrittenPiece[]; views?: readonly WrittenPiece[] } = parse(
    writeModel(world),
  );
  const withPolicies = <T extends WrittenPiece>(piece: T) => {
    const own = policies.get(piece.name);
    return own ? { ...piece, access_policy: own.map(writePolicy) } : piece;
  };
  const withMask = (cube: WrittenPiece) => (member: { readonly name: string }) => {
    const mask = masks.get(`${cube.name}.${member.name}`);
    return mask ? { ...member, mask: writeMask(mask) } : member;
  };
  const written = {
    cubes: cubes.map((cube) => ({
      ...withPolicies(cube),
      ...(cube.dimensions ? { dimensions: cube.dimensions.map(withMask(cube)) } : {}),
      ...(cube.measures ? { measures: cube.measures.map(withMask(cube)) } : {}),
    })),
    ...(views.length > 0 ? { views: views.map(withPolicies) } : {}),
  };
  return stringify(written, { lineWidth: 0, aliasDuplicateObjects: false });
}

function writeMask(mask: WorldMask): unknown {
  return mask.kind === 'constant' ? mask.value : { sql: writeSql(mask.sql) };
}

function writePolicy({ needs, conditions, level, masking, rows, opensAllRows }: WorldPolicy): unknown {
  return {
    ...(needs ? { [needs.key]: needs.key === 'groups' ? needs.names : needs.names[0] } : {}),
    ...(conditions.length > 0
      ? { conditions: conditions.map((condition) => ({ if: `{ ${writeCondition(condition)} }` })) }
      : {}),
    ...(level ? { member_level: writeSelection(level) } : {}),
    ...(masking ? { member_masking: writeSelection(masking) } : {}),
    ...(rows ? { row_level: { filters: rows.map(writeTest) } } : {}),
    ...(opensAllRows ? { row_level: { allow_all: true } } : {}),
  };
}

function writeSelection({ includes, excludes }: WorldSelection): unknown {
  return { ...(includes ? { includes } : {}), ...(excludes ? { excludes } : {}) };
}

function writeCondition(condition: WorldCondition): string {
  switch (condition.kind) {
    case 'attribute':
      return writeAttribute(condition.attribute);
    case 'not':
      return `not (${writeCondition(condition.condition)})`;
    case 'and':
    case 'or':
      return condition.conditions.map((one) => `(${writeCondition(one)})`).join(` ${condition.kind} `);
    case 'in-groups':
      return `groups.includes('${condition.name}')`;
    case 'has':
      return `${writeAttribute(condition.attribute)}.includes('${condition.value}')`;
  }
}

function writeAttribute({ of, name }: Attribute): string {
  return `${of}.${name}`;
}

function writeTest(test: PolicyTest): unknown {
  if ('and' in test) return { and: test.and.map(writeTest) };
  if ('or' in test) return { or: test.or.map(writeTest) };
  const { member, operator, values } = test;
  const [only] = values ?? [];
  if (values?.length === 1 && typeof only === 'object' && !only.isItem) {
    return { member, operator, values: writeAttribute(only.attribute) };
  }
  return { member, operator, ...(values ? { values: values.map(writeValue) } : {}) };
}

function writeValue(value: PolicyValue): string {
  return typeof value === 'string' ? value : `{ ${writeAttribute(value.attribute)} }`;
}
