import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessFor } from './access-for.ts';
import { modelOf, somebody } from './access-fixture.ts';

/** A member: whether its SQL or its mask reads others, by number, all of them before it. */
interface MadeOf {
  readonly cube: number;
  readonly reads: readonly number[];
  readonly maskReads: readonly number[] | undefined;
}

/** A policy over numbered members; without `shows` it grants all of them. */
interface Policy {
  readonly group: 'a' | 'b' | '*';
  readonly shows: readonly number[] | undefined;
  readonly masks: readonly number[];
}

interface World {
  readonly members: readonly MadeOf[];
  /** Policies of each cube, and last of the view; absent: none. */
  readonly policies: readonly (readonly Policy[] | undefined)[];
  /** Members that the view includes. */
  readonly included: readonly number[];
  readonly groups: readonly ('a' | 'b')[];
}

const cubes = 3;
const count = 9;
const numbers = fc.uniqueArray(fc.nat(count - 1), { maxLength: 4 });

const world: fc.Arbitrary<World> = fc.record({
  members: fc.tuple(
    ...Array.from({ length: count }, (_, index) => {
      const before = index === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(index - 1), { maxLength: 2 });
      return fc.record({ cube: fc.nat(cubes - 1), reads: before, maskReads: fc.option(before, { nil: undefined }) });
    }),
  ),
  policies: fc.array(
    fc.option(
      fc.array(
        fc.record({
          group: fc.constantFrom('a' as const, 'b' as const, '*' as const),
          shows: fc.option(numbers, { nil: undefined }),
          masks: numbers,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      { nil: undefined },
    ),
    { minLength: cubes + 1, maxLength: cubes + 1 },
  ),
  included: numbers,
  groups: fc.uniqueArray(fc.constantFrom('a' as const, 'b' as const)),
});

/** Writes a policy for the existing members; a mask by name wins. */
function policyText(policy: Policy, there: readonly number[]): string {
  const list = (some: readonly number[]) => `[${some.filter((one) => there.includes(one)).map((one) => `m${one}`)}]`;
  const level = policy.shows === undefined ? '"*"' : list(policy.shows);
  return `{group: "${policy.group}", member_level: {includes: ${level}}, member_masking: {includes: ${list(policy.masks)}}}`;
}

function textOf({ members, policies, included }: World): string {
  const access = (index: number, there: readonly number[]) =>
    policies[index] ? `access_policy: [${policies[index].map((one) => policyText(one, there)).join(', ')}], ` : '';
  const sqlOf = (reads: readonly number[]) =>
    [`'x'`, ...reads.map((one) => `{c${members[one]?.cube}.m${one}}`)].join(' || ');
  const cubeTexts = Array.from({ length: cubes }, (_, cube) => {
    const own = members.flatMap((member, index) => (member.cube === cube ? [index] : []));
    const dimensions = own.map((index) => {
      const { reads = [], maskReads } = members[index] ?? {};
      const mask = maskReads === undefined ? '' : `, mask: {sql: "${sqlOf(maskReads)}"}`;
      return `{name: m${index}, type: string, sql: "${sqlOf(reads)}"${mask}}`;
    });
    const joins = [0, 1, 2].filter((other) => other !== cube);
    const joined = joins.map(
      (other) => `{name: c${other}, relationship: many_to_one, sql: "{CUBE}.x = {c${other}}.x"}`,
    );
    return `  - {name: c${cube}, sql_table: t, ${access(cube, own)}joins: [${joined.join(', ')}], dimensions: [${dimensions.join(', ')}]}`;
  });
  const paths = included.map((one) => `{join_path: c${members[one]?.cube}, includes: [m${one}]}`);
  return `cubes:\n${cubeTexts.join('\n')}\nviews:\n  - {name: v, ${access(cubes, included)}cubes: [${paths.join(', ')}]}`;
}

/** Applies the rules one by one, as a person would check them. */
function visibleByHand({ members, policies, included, groups }: World): readonly string[] {
  const applying = (index: number) => policies[index]?.filter(({ group }) => group === '*' || groups.includes(group));
  const isMaskedBy = (policy: Policy, member: number) => policy.masks.includes(member);
  const isShownBy = (policy: Policy, member: number) =>
    !isMaskedBy(policy, member) && (policy.shows?.includes(member) ?? true);

  function isVisible(member: number): boolean {
    const { cube = 0, reads = [], maskReads = [] } = members[member] ?? {};
    const granting = applying(cube);
    const isShown = granting === undefined || granting.some((one) => isShownBy(one, member));
    const isMasked = granting?.some((one) => isMaskedBy(one, member)) ?? false;
    if (!isShown && !isMasked) return false;
    return (!isShown || reads.every(isVisible)) && (!isMasked || maskReads.every(isVisible));
  }

  function cubesBehind(member: number): readonly number[] {
    const { cube = 0, reads = [], maskReads = [] } = members[member] ?? {};
    return [cube, ...[...reads, ...maskReads].flatMap(cubesBehind)];
  }

  function isVisibleInView(member: number): boolean {
    const granting = applying(cubes);
    const isGranted = granting?.some((one) => isShownBy(one, member) || isMaskedBy(one, member)) ?? true;
    return isGranted && cubesBehind(member).every((cube) => applying(cube)?.length !== 0);
  }

  return [
    ...members.flatMap(({ cube }, index) => (isVisible(index) ? [`c${cube}.m${index}`] : [])),
    ...included.flatMap((index) => (isVisibleInView(index) ? [`v.m${index}`] : [])),
  ];
}

it('hides in any model exactly what the rules hide one by one', () => {
  let masked = 0;
  let hiddenByParts = 0;
  fc.assert(
    fc.property(world, (one) => {
      const model = modelOf(textOf(one));
      const { hidden, policies } = accessFor(model, somebody(...one.groups));
      const visible = [...model.members.keys()].filter((id) => !hidden.has(id));
      expect([...visible].sort()).toEqual([...visibleByHand(one)].sort());
      if ([...policies.values()].flat().some(({ masks }) => masks.size > 0)) masked += 1;
      if (hidden.size > 0) hiddenByParts += 1;
    }),
    { numRuns: 1000 },
  );
  // Models without masked members would prove nothing.
  expect(masked).toBeGreaterThan(100);
  expect(hiddenByParts).toBeGreaterThan(100);
});
