import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileModel, type TemplateInputs } from '../model/compile-model.ts';
import { modelFiles, placeText } from '../model/model-fixture.ts';
import { renderTemplate } from './render-template.ts';

const noInputs: TemplateInputs = { variables: new Map(), context: {} };

function render(text: string, inputs: Partial<TemplateInputs> = {}, libraries: Readonly<Record<string, string>> = {}) {
  return renderTemplate('model.yml', text, new Map(Object.entries(libraries)), { ...noInputs, ...inputs });
}

function textOf(...given: Parameters<typeof render>): string {
  const { outcome } = render(...given);
  return outcome.ok ? outcome.text : `${outcome.problem.code}: ${outcome.problem.message}`;
}

function problemOf(...given: Parameters<typeof render>) {
  const { outcome } = render(...given);
  if (outcome.ok) throw new Error(`rendered: ${outcome.text}`);
  const { code, message, hint } = outcome.problem;
  return { code, message, hint, at: placeText(outcome.problem) };
}

const signedBy = (tenant: unknown) => ({ context: { tenant } as Record<string, unknown> });
const tenant = '{{ COMPILE_CONTEXT.securityContext.tenant }}';

describe('a template', () => {
  it.each([
    ['{{ 1 + 2 * 3 }}', '7'],
    ['{{ 7 // 2 }} {{ 7 / 2 }} {{ 4 / 2 }} {{ -7 % 3 }} {{ 2 ** 10 }}', '3 3.5 2.0 2 1024'],
    ["{% for s in ['done', 'open'] %}{{ s }}_n{{ ',' if not loop.last else '' }}{% endfor %}", 'done_n,open_n'],
    ["{% for k, v in {'a': 1, 'b': 2}.items() %}{{ k }}={{ v }};{% endfor %}", 'a=1;b=2;'],
    ['{% for x in [] %}x{% else %}none{% endfor %}', 'none'],
    ['{% for x in range(6) if x is odd %}{{ x }}{% endfor %}', '135'],
    ['{% for x in range(9) %}{% if x == 3 %}{% break %}{% endif %}{{ x }}{% endfor %}', '012'],
    ['{% if 1 > 2 %}a{% elif 2 > 1 %}b{% else %}c{% endif %}', 'b'],
    ['{% set x = 2 %}{% set y %}v{{ x }}{% endset %}{{ y }}', 'v2'],
    ['{% set ns = namespace(n=0) %}{% for x in [1, 2] %}{% set ns.n = ns.n + x %}{% endfor %}{{ ns.n }}', '3'],
    ['{% macro sum(a, b=10) %}sum({{ a }}+{{ b }}){% endmacro %}{{ sum(1) }} {{ sum(1, b=2) }}', 'sum(1+10) sum(1+2)'],
    ['{% macro box() %}[{{ caller() }}]{% endmacro %}{% call box() %}in{% endcall %}', '[in]'],
    ['a{# {{ nothing }} #}b', 'ab'],
    ['a {#- x -#} b', 'ab'],
    ['a\n  {%- if true %}\n  b\n  {%- endif %}\nc', 'a\n  b\nc'],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
    ["{{ {'a': {'b': 1}}['a'].b }}", '1'],
    ["{{ ['b', 'a'] | sort | join('-') | upper }}", 'A-B'],
    ["{{ nothing | default('x') }} {{ nothing is defined }}", 'x false'],
    [
      "{{ 'a,b'.split(',') | length }} {{ 'Ab'.lower() }} {{ 'total_amount'.replace('_', ' ') | title }}",
      '2 ab Total Amount',
    ],
    ['{CUBE}.x and {orders.status}', '{CUBE}.x and {orders.status}'],
    ["{{ [{'n': 1}, {'n': 3}] | map(attribute='n') | sum }}", '4'],
    ["{{ [1, 2, 3][1:] | join(' ') }}", '2 3'],
    ['{{ [1, [2]] | tojson }}', '[1,[2]]'],
  ])('%s becomes %s', (text, expected) => expect(textOf(text)).toBe(expected));

  it('imports macros from files of the model folder, whole or by name, with an alias', () => {
    const libraries = {
      'lib/m.jinja': "{% import 'lib/n.jinja' as n %}{% macro f(x) %}{{ n.g(x) }}!{% endmacro %}",
      'lib/n.jinja': '{% macro g(x) %}<{{ x }}>{% endmacro %}',
      'part.jinja': 'part {{ 1 + 1 }}',
    };
    expect(textOf("{% import 'lib/m.jinja' as m %}{{ m.f(1) }}", {}, libraries)).toBe('<1>!');
    expect(textOf("{% from 'lib/m.jinja' import f, n as other %}{{ f(2) }}{{ other.g(3) }}", {}, libraries)).toBe(
      '<2>!<3>',
    );
    expect(textOf("{% from './lib/../lib/n.jinja' import g as h with context %}{{ h(2) }}", {}, libraries)).toBe('<2>');
    expect(textOf("{% include 'part.jinja' %}", {}, libraries)).toBe('part 2');
  });

  it('reads listed variables, and no others', () => {
    const variables = new Map([
      ['SCHEMA', 'sales'],
      ['UNSET', undefined],
    ]);
    expect(textOf("{{ env_var('SCHEMA') }} {{ env_var('UNSET', 'x') }}", { variables })).toBe('sales x');
    expect(problemOf("{{ env_var('UNSET') }}", { variables }).code).toBe('model.variable-not-set');
    expect(problemOf("\n{{ env_var('PATH') }}", { variables })).toMatchObject({
      code: 'model.variable-not-allowed',
      at: 'model.yml:2:1',
    });
    expect(problemOf("{{ env_var('PATH', 'x') }}", { variables }).code).toBe('model.variable-not-allowed');
  });
});

describe('a problem in a template', () => {
  it.each([
    ['a\n {{ x', 'model.template-syntax', 'model.yml:2:2'],
    ['{% if true %}\nx\n', 'model.template-syntax', 'model.yml:1:14'],
    ['a: 1\nb: {{ 1 + }}', 'model.template-syntax', 'model.yml:2:4'],
    ['{% block x %}{% endblock %}', 'model.template-syntax', 'model.yml:1:1'],
    ['{% generation %}', 'model.template-syntax', 'model.yml:1:1'],
    ['\n\n- {{ statu }}', 'model.template-unknown-name', 'model.yml:3:3'],
    ['{{ "a".nothing }}', 'model.template-unknown-name', 'model.yml:1:1'],
    ['{{ nothing.more }}', 'model.template-unknown-name', 'model.yml:1:1'],
    ['{{ nothing() }}', 'model.template-unknown-name', 'model.yml:1:1'],
    ['{{ nothing | upper }}', 'model.template-unknown-name', 'model.yml:1:1'],
    ['{{ 1 | shout }}', 'model.template-failed', 'model.yml:1:1'],
    ['{{ [1] }}', 'model.template-failed', 'model.yml:1:1'],
    ['{{ 1 / 0 }}', 'model.template-failed', 'model.yml:1:1'],
    ['{{ 9007199254740993 }}', 'model.template-failed', 'model.yml:1:1'],
    ["{% import 'm.jinja' as m %}", 'model.template-not-found', 'model.yml:1:1'],
    ["{% include '../secret.jinja' %}", 'model.template-outside', 'model.yml:1:1'],
    ["{% include '/etc/passwd' %}", 'model.template-outside', 'model.yml:1:1'],
    ["{% include 'other.yml' %}", 'model.template-not-found', 'model.yml:1:1'],
  ])('%j is %s', (text, code, at) => expect(problemOf(text)).toMatchObject({ code, at }));

  it('shows the line of a macro that fails in its own file', () => {
    const libraries = { 'm.jinja': '{% macro f(x) %}\n  {{ x.nothing }}\n{% endmacro %}' };
    expect(problemOf("{% import 'm.jinja' as m %}{{ m.f('a') }}", {}, libraries).at).toBe('m.jinja:2:3');
  });

  it('reports macros that import each other', () => {
    const libraries = { 'a.jinja': "{% import 'b.jinja' as b %}", 'b.jinja': "{% import 'a.jinja' as a %}" };
    expect(problemOf("{% import 'a.jinja' as a %}", {}, libraries)).toMatchObject({
      message: "The template fails: 'a.jinja' imports itself",
      at: 'b.jinja:1:1',
    });
  });
});

const nested = '{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}';

describe('a template that takes too much is refused, with its position', () => {
  it.each([
    ['\n{% for x in range(10 ** 9) %}x{% endfor %}', 'model.template-failed'],
    ['\n{% for x in range(100000) %}{% for y in range(100000) %}{% endfor %}{% endfor %}', 'model.template-too-much'],
    [
      "\n{% set ns = namespace(x='aaaaaaaa') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
      'model.template-too-much',
    ],
    ["\n{{ 'x' * 1000000000 }}", 'model.template-too-much'],
    ["\n{{ 'x' | indent(1000000000, true) }}", 'model.template-too-much'],
    ['\n{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}', 'model.template-too-much'],
    [
      '\n{% set ns = namespace(x=[1]) %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}',
      'model.template-too-much',
    ],
    [`\n{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`, 'model.template-too-much'],
    [
      "\n{% set ns = namespace(x='aa') %}{% for i in range(22) %}{% set ns.x = ns.x.replace('a', ns.x) %}{% endfor %}",
      'model.template-too-much',
    ],
    ['\n{% for x in range(9999) %}{{ range(99999) | sum }}{% endfor %}', 'model.template-too-much'],
    ['\n{% set l = range(99999) %}{% for x in l %}{{ -1 in l }}{% endfor %}', 'model.template-too-much'],
    ['\n{% set l = range(99999) %}{% for x in l %}{% set y = l[1:] %}{% endfor %}', 'model.template-too-much'],
    ['\n{{ range(99999) | unique | length }}', 'model.template-too-much'],
    [
      "\n{% set t = 'x' * 9999999 %}{% for x in range(99999) %}{% set y = t.strip() %}{% endfor %}",
      'model.template-too-much',
    ],
    [
      "\n{% set t = 'x' * 9999999 %}{% for x in range(99999) %}{{ t == t ~ '' }}{% endfor %}",
      'model.template-too-much',
    ],
    [`\n{{ 1 ${' '.repeat(300_000)} + 1 }}`, 'model.template-too-much'],
    [`\n${nested}{{ ns.x | join }}`, 'model.template-failed'],
    [`\n${nested}{{ ns.x | tojson }}`, 'model.template-too-much'],
    [`\n${nested}{{ ns.x == [ns.x[0], ns.x[1]] }}`, 'model.template-too-much'],
    ['\n{% set ns = namespace() %}{% set ns.x = ns %}{{ ns | tojson }}', 'model.template-too-much'],
  ])('%#', (text, code) => {
    const found = problemOf(text);
    expect(found.code).toBe(code);
    expect(found.at).toMatch(/^model\.yml:2:/);
  });
});

it('a template of any words is rendered or refused, with a position', () => {
  const words = fc.constantFrom(
    ...['{{', '}}', '{%', '%}', '{#', '#}', '-%}', '{%-', 'for', 'in', 'if', 'else', 'elif', 'endfor', 'endif', 'set'],
    ...[
      'endset',
      'macro',
      'endmacro',
      'call',
      'endcall',
      'raw',
      'endraw',
      'import',
      'from',
      'include',
      'as',
      'is',
      'not',
    ],
    ...[
      'defined',
      'x',
      'loop',
      'range',
      'COMPILE_CONTEXT',
      'securityContext',
      'tenant',
      '|',
      'join',
      'safe',
      'default',
    ],
    ...['sort', 'map', 'tojson', 'unique', '(', ')', '[', ']', '{', '}', ',', '.', ':', '=', '==', '+', '*', '/', '~'],
    ...['-', "'a'", '"b"', "'", '1', '0', '2.5', '\n', ' ', 'cubes:', '- name: a', 'm.jinja', "'m.jinja'"],
  );
  const library = { 'm.jinja': '{% macro x(a, b=1) %}{{ a }}{% endmacro %}' };
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
      const { outcome } = render(parts.join(' '), signedBy("a' b"), library);
      if (outcome.ok) expect(outcome.text).not.toContain("a' b");
      else expect(outcome.problem.at).toMatchObject({ kind: 'file', line: expect.any(Number) });
    }),
    { numRuns: 3000 },
  );
});

describe('access from inside a template', () => {
  it.each([
    '{{ "".constructor }}',
    '{{ [].constructor }}',
    '{{ {}.__proto__ }}',
    "{{ range['constructor'] }}",
    '{{ range.constructor("return process")() }}',
    "{{ env_var.call('HOME') }}",
    '{{ COMPILE_CONTEXT.constructor }}',
    '{{ COMPILE_CONTEXT.securityContext.constructor }}',
    '{{ COMPILE_CONTEXT.securityContext.__proto__.x }}',
    '{{ process.env }}',
    '{{ globalThis }}',
    '{{ require("fs") }}',
    '{{ self }}',
    '{{ "a".__class__.__mro__ }}',
  ])('through %s finds nothing', (text) => expect(problemOf(text).code).toMatch(/unknown-name|missing-context/));
});

describe('the security context', () => {
  it('is read by path, and every path that was read is recorded', () => {
    const context = { tenant: 'acme', plan: { name: 'gold', seats: 3 }, roles: ['a', 'b'], unread: 'x' };
    const text =
      '{{ COMPILE_CONTEXT.security_context.tenant }}{% if COMPILE_CONTEXT.securityContext.plan.seats > 2 %}!{% endif %}' +
      "{{ 'a' in COMPILE_CONTEXT.securityContext.roles }}{{ COMPILE_CONTEXT.securityContext.no | default('none') }}";
    const { outcome, reads } = render(text, { context });
    expect(outcome).toMatchObject({ ok: true, text: 'acme!truenone' });
    expect(reads.map(({ path, what, found }) => [path.join('.'), what, found])).toEqual([
      ['tenant', 'value', '"acme"'],
      ['plan', 'kind', 'a dictionary'],
      ['plan.seats', 'value', '3'],
      ['roles', 'kind', 'a list'],
      ['roles', 'value', '["a","b"]'],
      ['no', 'value', undefined],
    ]);
  });

  it('without a value is reported, unless the template has a default', () => {
    expect(problemOf(`\n${tenant}`)).toMatchObject({ code: 'model.template-missing-context', at: 'model.yml:2:1' });
    expect(textOf('{% if COMPILE_CONTEXT.securityContext.tenant %}a{% else %}b{% endif %}')).toBe('b');
    expect(textOf("{{ COMPILE_CONTEXT.securityContext.tenant | default('shared') }}")).toBe('shared');
    expect(problemOf(tenant, signedBy(null)).code).toBe('model.template-failed');
  });

  it('writes words, numbers and booleans into the model', () => {
    expect(textOf(`orders_${tenant}`, signedBy('acme'))).toBe('orders_acme');
    expect(textOf(`'${tenant}'`, signedBy('550e8400-e29b-41d4'))).toBe("'550e8400-e29b-41d4'");
    expect(textOf(tenant, signedBy(42))).toBe('42');
    expect(textOf(tenant, signedBy('Zürich'))).toBe('Zürich');
  });

  const attacks = [
    "x' OR '1'='1",
    'a; DROP TABLE orders',
    'a\n    public: true',
    '{orders.secret}',
    '{{ 7 * 7 }}',
    'a -- b',
    'a--b',
    'a UNION SELECT 1',
    '"',
    'a: b',
    '*',
    'a/*',
    '\u0000',
    '../../x',
  ];
  it.each(attacks)('writes nothing else: %j', (value) => {
    const through = [
      tenant,
      '{{ COMPILE_CONTEXT.securityContext.tenant | safe }}',
      "{{ COMPILE_CONTEXT.securityContext.tenant ~ '' }}",
      '{{ COMPILE_CONTEXT.securityContext.tenant | upper | safe }}',
      "{{ [COMPILE_CONTEXT.securityContext.tenant] | join(',') }}",
      '{{ COMPILE_CONTEXT.securityContext.tenant | tojson }}',
      '{{ COMPILE_CONTEXT.securityContext | tojson }}',
      "{{ 'a'.replace('a', COMPILE_CONTEXT.securityContext.tenant) }}",
      '{% macro f(x) %}{{ x }}{% endmacro %}{{ f(COMPILE_CONTEXT.securityContext.tenant) }}',
      '{% set x = COMPILE_CONTEXT.securityContext.tenant %}{{ x }}',
      '{% for k, v in COMPILE_CONTEXT.securityContext.items() %}{{ v }}{% endfor %}',
      "{{ {'a': COMPILE_CONTEXT.securityContext.tenant}.a }}",
      '{{ COMPILE_CONTEXT.securityContext.tenant.split("~")[0] }}',
      '{{ nothing | default(COMPILE_CONTEXT.securityContext.tenant) }}',
    ];
    for (const text of through)
      expect(problemOf(`a: ${text}`, signedBy(value)).code).toBe('model.template-unsafe-value');
  });

  it('does not expose keys', () => {
    const text = '{% for k in COMPILE_CONTEXT.securityContext %}{{ k }}{% endfor %}';
    expect(problemOf(text, { context: { 'a: b': 1 } }).code).toBe('model.template-unsafe-value');
  });
});

describe('text of the author', () => {
  it('is quoted when it is a whole value that YAML would read differently', () => {
    expect(textOf('title: {{ "a: b" }}')).toBe('title: "a: b"');
    expect(textOf('- {{ "* all" }}')).toBe('- "* all"');
    expect(textOf('title: {{ "say \\"hi\\"" }}')).toBe('title: "say \\"hi\\""');
    expect(textOf('title: {{ "plain words" }}')).toBe('title: plain words');
  });

  it('is written unchanged inside a value, if it cannot end it', () => {
    expect(textOf(`sql: "x = '{{ 'done' }}'"`)).toBe(`sql: "x = 'done'"`);
    expect(textOf(`sql: "CASE WHEN {{ "a = 'b'" }} THEN 1 END"`)).toBe(`sql: "CASE WHEN a = 'b' THEN 1 END"`);
    expect(problemOf(`sql: "x = '{{ "it's" }}'"`).code).toBe('model.template-unsafe-text');
    expect(problemOf(`sql: "x = {{ 'a"b' }}"`).code).toBe('model.template-unsafe-text');
    expect(problemOf('sql: a = {{ "x\\ny" }}').code).toBe('model.template-unsafe-text');
    expect(textOf('sql: a = {{ "x\\ny" | safe }}')).toBe('sql: a = x\ny');
  });
});

describe('a model with templates', () => {
  const orders = `
cubes:
  - name: orders
    sql_table: orders
    measures:
    {% for s in ['done', 'open'] %}
      - name: {{ s }}_n
        type: count
        filters: [{sql: "{CUBE}.status = '{{ s }}'"}]
    {% endfor %}
`;

  it('defines the output of its templates', () => {
    const { build } = compileModel(modelFiles(orders));
    expect(build.problems).toEqual([]);
    expect(build.pieces[0]?.measures.map(({ name }) => name)).toEqual(['done_n', 'open_n']);
  });

  it('reports problems where the template has the cause', () => {
    const broken = orders.replace('type: count', 'type: cout');
    const { problems } = compileModel(modelFiles(broken)).build;
    expect(problems.map((one) => [one.code, placeText(one)])).toEqual([
      ['model.not-one-of', 'model.yml:8:15'],
      ['model.not-one-of', 'model.yml:8:15'],
    ]);
    expect(problems[1]?.message).toContain('measures.open_n.type');
    const unread = compileModel(modelFiles(`${orders}\n\tx: 1`)).build.problems;
    expect(unread.map(placeText)).toEqual(['model.yml:12:1']);
  });

  it("reports problems in the output of a macro in the macro's file", () => {
    const files = {
      'm.jinja': '{% macro count(name) %}\n      - name: {{ name }}\n        type: cout\n{% endmacro %}',
      'model.yml': `{% import 'm.jinja' as m %}cubes:\n  - name: o\n    sql_table: o\n    measures:{{ m.count('n') }}`,
    };
    const { problems } = compileModel(modelFiles(files)).build;
    expect(problems.map(placeText)).toEqual(['m.jinja:3:15']);
  });

  it("loses only a failing template's file and its dependents", () => {
    const files = { 'a.yml': orders, 'b.yml': 'cubes:\n  - name: b\n    sql_table: {{ nothing }}\n' };
    const { build } = compileModel(modelFiles(files));
    expect(build.pieces.map(({ name }) => name)).toEqual(['orders']);
    expect(build.unavailable.map(({ name }) => name)).toEqual(['b']);
  });

  it('reports a problem of a library once', () => {
    const use = "{% import 'm.jinja' as m %}";
    const files = { 'a.yml': use, 'b.yml': use, 'm.jinja': '{{ nothing }}' };
    expect(compileModel(modelFiles(files)).build.problems.map(placeText)).toEqual(['m.jinja:1:1']);
  });

  it('is compiled again when a library or the context has changed, and only there', () => {
    const use = (more: string) => `{% import 'm.jinja' as m %}cubes:\n  - name: c\n    sql_table: {{ m.t() }}${more}\n`;
    const files = (library: string) =>
      modelFiles({ 'a.yml': use(''), 'b.yml': 'cubes: [{name: b, sql_table: b}]', 'm.jinja': library });
    const inputs = { ...noInputs, context: { tenant: 'acme' } };
    const macro = '{% macro t() %}t_{{ COMPILE_CONTEXT.securityContext.tenant }}{% endmacro %}';
    const first = compileModel(files(macro), undefined, inputs);
    const again = compileModel(files(macro), first.cache, { ...inputs, context: { tenant: 'acme', more: 1 } });
    expect(again.build.pieces).toEqual(first.build.pieces);
    expect(again.build.pieces[0]).toBe(first.build.pieces[0]);
    const other = compileModel(files(macro), first.cache, { ...inputs, context: { tenant: 'zed' } });
    expect(JSON.stringify(other.build.pieces)).toContain('t_zed');
    expect(JSON.stringify(other.build.pieces)).not.toContain('acme');
    expect(other.build.pieces[1]).toBe(first.build.pieces[1]);
    const changed = compileModel(files(macro.replace('t_', 'u_')), first.cache, inputs);
    expect(JSON.stringify(changed.build.pieces)).toContain('u_acme');
  });
});

describe('a .jinja file', () => {
  const cubes = (name: string) => `cubes:\n  - name: ${name}\n    sql_table: {{ '${name}' }}\n`;

  it.each([
    ['orders.yml.jinja', cubes('orders')],
    ['cubes/orders.yaml.jinja', cubes('orders')],
    ['orders.jinja', cubes('orders')],
    ['ORDERS.YML.JINJA', cubes('orders')],
    ['plain.yml.jinja', 'cubes: [{name: orders, sql_table: orders}]'],
    ['both.jinja', `{% macro m() %}x{% endmacro %}\n${cubes('orders')}`],
  ])('is a model file when its text is one: %s', (path, text) => {
    const { build } = compileModel(modelFiles({ [path]: text }));
    expect(build.problems).toEqual([]);
    expect(build.pieces.map(({ name, file }) => [name, file])).toEqual([['orders', path]]);
  });

  it('has its problems on its own lines, including lines of tags before', () => {
    const text = "{% set name = 'orders' %}\ncubes:\n  - name: {{ name }}\n    sql_tabel: orders\n";
    const { problems } = compileModel(modelFiles({ 'tx.yml.jinja': text })).build;
    expect(problems.map((one) => [one.code, placeText(one)])).toEqual([['model.unknown-key', 'tx.yml.jinja:4:5']]);
    expect(compileModel(modelFiles({ 'tx.yml.jinja': 'cubes:\n\t- x' })).build.problems.map(placeText)).toEqual([
      'tx.yml.jinja:2:1',
    ]);
  });

  it.each(['cube: [{name: a, sql_table: a}]', '- name: a', 'a text'])(
    'that produces %j, which is neither a model nor included, is a problem',
    (text) => expect(compileModel(modelFiles({ 'tx.jinja': text })).build.problems).toHaveLength(1),
  );

  it('of macros alone, or included by another template, is not a model file', () => {
    const files = modelFiles({
      'lib/macros.jinja': '# macros\n{% macro t() %}orders{% endmacro %}\n',
      'lib/macros.yml.jinja': '{% macro t() %}orders{% endmacro %}',
      'lib/part.jinja': '- { name: id, sql: id, type: number }',
      'lib/for_some.yml.jinja': 'a: {{ 1 }}',
      'orders.yml': `{% import 'lib/macros.jinja' as m %}
cubes:
  - name: orders
    sql_table: {{ m.t() }}
    dimensions:
    {% include 'lib/' ~ 'part.jinja' %}
    {% if COMPILE_CONTEXT.securityContext.tenant is defined %}{% include 'lib/for_some.yml.jinja' %}{% endif %}
`,
    });
    const { build } = compileModel(files);
    expect(build.problems).toEqual([]);
    expect(build.pieces.map(({ dimensions }) => dimensions.length)).toEqual([1]);
  });

  it('that cannot be rendered is a problem even if no template includes it', () => {
    const { problems } = compileModel(modelFiles({ 'a/m.jinja': '{% macro %}' })).build;
    expect(problems.map((one) => [one.code, placeText(one)])).toEqual([['model.template-syntax', 'a/m.jinja:1:1']]);
  });

  it('is compiled again alone when its text has changed', () => {
    const files = (name: string) =>
      modelFiles({ 'tx.yml.jinja': cubes(name), 'b.yml': 'cubes: [{name: b, sql_table: b}]' });
    const first = compileModel(files('orders'));
    const again = compileModel(files('sales'), first.cache);
    expect(again.build.pieces.map(({ name }) => name)).toEqual(['b', 'sales']);
    expect(again.build.pieces[0]).toBe(first.build.pieces[0]);
    expect(compileModel(files('sales'), again.cache).build.pieces[1]).toBe(again.build.pieces[1]);
  });

  it('gives each context its own model', () => {
    const text = 'cubes:\n  - name: c\n    sql_table: t_{{ COMPILE_CONTEXT.securityContext.tenant }}\n';
    const { build, contextReads } = compileModel(modelFiles({ 'c.yml.jinja': text }), undefined, {
      ...noInputs,
      context: { tenant: 'acme' },
    });
    expect(JSON.stringify(build.pieces)).toContain('t_acme');
    expect(contextReads.map(({ path }) => path.join('.'))).toEqual(['tenant']);
  });
});

describe('programs in a model folder', () => {
  it.each(['cubes/orders.js', 'view.ts'])('%s is refused by name', (path) => {
    const [problem] = compileModel(modelFiles({ [path]: '' })).build.problems;
    expect(problem).toMatchObject({ code: 'model.file-not-supported' });
    expect(problem?.message).toContain(`'${path}'`);
  });
});

describe('a Python file', () => {
  const globals = `from cube import TemplateContext
template = TemplateContext()

@template.function('load_rows')
def rows(name):
    return []

@template.filter
async def shout(text):
  return text

template.add_variable('region', 'eu')

def bare(): pass
`;
  const plain = 'cubes: [{name: a, sql_table: a}]';

  it('that nothing calls is noted, and the model compiles', () => {
    const files = { 'globals.py': globals, 'lib/more.py': '', 'a.yml': plain };
    const { build } = compileModel(modelFiles(files));
    expect(build.problems).toEqual([]);
    expect(build.notices.map((one) => [one.code, placeText(one)])).toEqual([
      ['model.python-file', 'globals.py:1:1'],
      ['model.python-file', 'lib/more.py:1:1'],
    ]);
    expect(build.pieces.map(({ name }) => name)).toEqual(['a']);
  });

  it.each([
    ["{{ load_rows('t') }}", "'load_rows' is a function of 'globals.py' (line 4)", 'as a macro of a .jinja file'],
    [
      "{{ 'a' | shout }}",
      "'shout' is a filter of 'globals.py' (line 9)",
      '{{ m.shout(x) }} in place of {{ x | shout }}',
    ],
    ['{{ region.name }}', "'region' is a variable of 'globals.py' (line 12)", '{% set region = ... %}'],
    ['{% for x in bare() %}{% endfor %}', "'bare' is a function of 'globals.py' (line 14)", 'as a macro'],
  ])('is named when a template calls it: %s', (call, message, hint) => {
    const { build } = compileModel(
      modelFiles({ 'globals.py': globals, 'a.yml': `${plain}\n# ${call}`, 'b.yml': plain }),
    );
    expect(build.problems).toEqual([
      expect.objectContaining({
        code: 'model.template-python',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
        at: expect.objectContaining({ file: 'a.yml', line: 2 }),
      }),
    ]);
    expect(build.notices).toEqual([]);
  });
});

it.each(['yml', 'yaml'])('macros may stand in a .%s file', (extension) => {
  const macros = '{% macro amount(name) %}\n      - { name: {{ name }}, sql: amount, type: sum }\n{% endmacro %}\n';
  const { build } = compileModel(
    modelFiles({
      [`lib/macros.${extension}`]: macros,
      'a.yml': `{% from 'lib/macros.${extension}' import amount %}\ncubes:\n  - name: a\n    sql_table: a\n    measures:{{ amount('total') }}`,
    }),
  );
  expect(build.problems).toEqual([]);
  expect(build.pieces.flatMap(({ measures }) => measures.map(({ name }) => name))).toEqual(['total']);
});
