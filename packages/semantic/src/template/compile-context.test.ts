import { describe, expect, it } from 'vitest';
import { compileModel } from '../model/compile-model.ts';
import { cubeOf, messages, modelFiles, placeText } from '../model/model-fixture.ts';

function build(text: string, context: Readonly<Record<string, unknown>>) {
  return compileModel(modelFiles(text), undefined, { variables: new Map(), context });
}

describe('visibility as an expression over the context', () => {
  const isPublic = (line: string, context: Readonly<Record<string, unknown>>) => {
    const compiled = build(`cubes:\n  - name: orders\n    sql_table: orders\n    ${line}\n`, context);
    return compiled.build.problems.length > 0
      ? messages(compiled.build.problems)
      : cubeOf(compiled.build, 'orders').isPublic;
  };

  it.each([
    'public: COMPILE_CONTEXT.security_context.can_see',
    'shown: COMPILE_CONTEXT.securityContext.can_see # only some',
    'visible: "COMPILE_CONTEXT.security_context[\'can_see\']"',
    'public: "{COMPILE_CONTEXT.security_context.can_see}"',
    "public: COMPILE_CONTEXT.security_context.team == 'sales'",
    'public: not COMPILE_CONTEXT.security_context.guest',
    'public: "{{ COMPILE_CONTEXT.security_context.can_see | default(false) }}"',
    'public: "{{ COMPILE_CONTEXT.security_context.can_see }}"',
    'public: {{COMPILE_CONTEXT.security_context.can_see}}',
    'public: "{{ COMPILE_CONTEXT.security_context.team == \'sales\' }}"',
    'public: "{{ not COMPILE_CONTEXT.security_context.guest }}"',
  ])('%s', (line) => {
    expect(isPublic(line, { can_see: true, team: 'sales' })).toBe(true);
    expect(isPublic(line, { can_see: false, team: 'x', guest: true })).toBe(false);
  });

  it('hides a member from callers without the value', () => {
    expect(isPublic('public: COMPILE_CONTEXT.security_context.can_see', {})).toBe(false);
    expect(isPublic('public: "{{ COMPILE_CONTEXT.security_context.can_see }}"', {})).toBe(false);
    expect(isPublic('public: "{{ COMPILE_CONTEXT.security_context.can_see == 1 }}"', {})).toBe(false);
    expect(isPublic('public: COMPILE_CONTEXT.security_context.can_see', { can_see: null })).toBe(false);
  });

  it('refuses a value that is not a boolean', () => {
    expect(isPublic('public: COMPILE_CONTEXT.security_context.can_see', { can_see: 'all' })).toEqual([
      'orders cube: "public" must be a boolean',
    ]);
  });

  it('accepts members in braces too, and ignores comments', () => {
    const text = `cubes:
  - name: orders
    sql_table: orders
    # public: COMPILE_CONTEXT.security_context.a.b.c
    # sql: "{COMPILE_CONTEXT.security_context.a.b.c}"
    measures:
      - { name: count, type: count, public: COMPILE_CONTEXT.security_context.can_see }
`;
    for (const can_see of [true, false]) {
      const { build: built, contextReads } = build(text, { can_see });
      expect(built.problems).toEqual([]);
      expect(cubeOf(built, 'orders').measures.map((one) => one.isPublic)).toEqual([can_see]);
      expect(contextReads.map(({ path }) => path)).toEqual([['can_see']]);
    }
  });
});

describe('a value of the context in single braces', () => {
  const text = `cubes:
  - name: orders
    sql_table: "{COMPILE_CONTEXT.security_context.schema}.orders"
  - name: own
    sql: >
      SELECT * FROM orders WHERE tenant = '{COMPILE_CONTEXT.security_context.tenant}'
`;

  it('is replaced for each caller', () => {
    const { build: built } = build(text, { schema: 'eu', tenant: 'acme-1' });
    expect(built.problems).toEqual([]);
    expect(JSON.stringify(built.pieces)).toContain('eu.orders');
    expect(JSON.stringify(built.pieces)).toContain("tenant = 'acme-1'");
  });

  it.each(["a'; DROP TABLE orders --", 'a.b', 'a b', 'a--', "' OR 1=1", '}', '{CUBE}'])(
    'is refused when it could escape: %j',
    (value) => {
      for (const context of [
        { schema: value, tenant: 'x' },
        { schema: 'x', tenant: value },
      ]) {
        const { build: built } = build(text, context);
        expect(built.problems.map((one) => one.code)).toEqual(['model.template-unsafe-value']);
        expect(built.pieces).toEqual([]);
        expect(JSON.stringify(built)).not.toContain(`${value}.orders`);
      }
    },
  );

  it('that is missing is reported at its position', () => {
    expect(build(text, { tenant: 'x' }).build.problems.map(placeText)).toEqual(['model.yml:3:17']);
    const wrong = text.replace('- name: own', '- name: own\n    tilte: x');
    expect(build(wrong, { schema: 'x', tenant: 'x' }).build.problems.map(placeText)).toEqual(['model.yml:5:5']);
  });
});
