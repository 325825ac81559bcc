import type { Dialect } from './dialect.ts';
import { operator, type SqlRelation, type Select, type Sql } from './sql.ts';

export interface RenderedSql {
  readonly text: string;
  /** The parameters in order of the placeholders. */
  readonly params: readonly (string | boolean)[];
}

/**
 * The only place that writes quotes, placeholders and keywords.
 *
 * @param params parameters of the statement before this SELECT; those of the SELECT are added
 */
export function render(select: Select, dialect: Dialect, params: RenderedSql['params'][number][] = []): RenderedSql {
  const writer: SqlWriter = { dialect, params };
  return { text: writeSelect(writer, select, 0), params: writer.params };
}

/** A statement that an author wrote whole. */
export function renderStatement(statement: Sql, dialect: Dialect): RenderedSql {
  const writer: SqlWriter = { dialect, params: [] };
  return { text: write(writer, statement), params: writer.params };
}

interface SqlWriter {
  readonly dialect: Dialect;
  readonly params: (string | boolean)[];
}

function writeSelect(writer: SqlWriter, select: Select, depth: number): string {
  const quote = writer.dialect.quoteIdentifier;
  const columns = select.columns.map(({ expression, alias }) => `${write(writer, expression)} AS ${quote(alias)}`);
  const lines = [
    'SELECT',
    `  ${columns.join(',\n  ')}`,
    `FROM ${writeRelation(writer, select.from, depth)}`,
    ...clause('WHERE', select.where.map((test) => writeOperand(writer, test)).join('\n  AND ')),
    ...clause('GROUP BY', select.groupBy.join(', ')),
    ...clause('HAVING', select.having.map((test) => writeOperand(writer, test)).join('\n  AND ')),
    ...clause('ORDER BY', select.orderBy.map((key) => writeOrder(writer, select.columns, key)).join(', ')),
    ...(isLimited(select, writer.dialect) ? [writer.dialect.limit(select.limit, select.offset)] : []),
  ];
  return lines.join('\n');
}

/** A limit, even one that keeps all rows, prevents the engine from merging a SELECT into the one around it. */
function isLimited({ limit, offset, isReadOnce }: Select, dialect: Dialect): boolean {
  return limit !== undefined || offset > 0 || (isReadOnce === true && !dialect.can.readDerivedOnce);
}

function clause(keyword: string, text: string): readonly string[] {
  return text === '' ? [] : [`${keyword} ${text}`];
}

function writeOrder(writer: SqlWriter, columns: Select['columns'], key: Select['orderBy'][number]): string {
  const { dialect } = writer;
  const output = key.expression.kind === 'output' ? columns[key.expression.position] : undefined;
  const isText = key.type === 'string' && !dialect.can.sortTextByAlias;
  const text = output
    ? dialect.quoteIdentifier(output.alias)
    : write(writer, isText ? dialect.textOrder(key.expression) : key.expression);
  const direction = key.isDescending ? 'DESC' : 'ASC';
  return dialect.can.sortNullsLast ? `${text} ${direction} NULLS LAST` : `${text} IS NULL, ${text} ${direction}`;
}

function writeRelation(writer: SqlWriter, relation: SqlRelation, depth: number): string {
  const quote = writer.dialect.quoteIdentifier;
  switch (relation.kind) {
    case 'source': {
      const text = write(writer, relation.sql);
      return `${relation.isSelect ? `(\n${indent(text)}\n)` : text} AS ${quote(relation.alias)}`;
    }
    case 'derived':
      return `(\n${indent(writeSelect(writer, relation.select, depth + 1))}\n) AS ${quote(relation.alias)}`;
    case 'values': {
      const named = (row: readonly Sql[]) =>
        relation.columns
          .map((name, index) => `${write(writer, row[index] ?? { kind: 'null' })} AS ${quote(name)}`)
          .join(', ');
      const selects = relation.rows.map((row) => `SELECT ${named(row)}`);
      const none = writer.dialect.can.filterNothing ? 'WHERE FALSE' : 'LIMIT 0';
      const text = selects.length > 0 ? selects.join('\nUNION ALL\n') : `SELECT ${named([])} ${none}`;
      return `(\n${indent(text)}\n) AS ${quote(relation.alias)}`;
    }
    case 'union-all': {
      const selects = relation.selects.map((select) => writeSelect(writer, select, depth + 1));
      return `(\n${indent(selects.join('\nUNION ALL\n'))}\n) AS ${quote(relation.alias)}`;
    }
    case 'numbers':
      return writer.dialect.numbers(relation.count, quote(relation.alias));
    case 'inner-join':
    case 'left-join': {
      const join = relation.kind === 'inner-join' ? 'JOIN' : 'LEFT JOIN';
      const left = writeRelation(writer, relation.left, depth);
      const right = writeRelation(writer, relation.right, depth);
      return `${left}\n${join} ${right}\n  ON ${write(writer, relation.on)}`;
    }
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function write(writer: SqlWriter, sql: Sql): string {
  const { dialect } = writer;
  switch (sql.kind) {
    case 'column':
      return `${dialect.quoteIdentifier(sql.table)}.${dialect.quoteIdentifier(sql.name)}`;
    case 'table':
      return dialect.quoteIdentifier(sql.alias);
    case 'output':
      throw new Error('an output is only known where a SELECT is sorted');
    case 'fragment':
      return closed(sql.parts.map((part) => (typeof part === 'string' ? part : writeOperand(writer, part))).join(''));
    case 'parameter':
      return writeParameter(writer, sql);
    case 'integer':
      return String(sql.value);
    case 'null':
      return 'NULL';
    case 'true':
      return 'TRUE';
    case 'false':
      return 'FALSE';
    case 'call':
      return `${sql.name}(${sql.arguments.map((argument) => write(writer, argument)).join(', ')})`;
    case 'operator':
      return sql.operands.map((operand) => writeOperand(writer, operand)).join(` ${sql.operator} `);
    case 'not':
      return `NOT ${writeOperand(writer, sql.operand)}`;
    case 'null-test':
      return `${writeOperand(writer, sql.operand)} IS ${sql.isNegated ? 'NOT ' : ''}NULL`;
    case 'one-of':
      return writeOneOf(writer, sql);
    case 'case': {
      const when = sql.when.map(
        ({ condition, value }) => `WHEN ${write(writer, condition)} THEN ${write(writer, value)}`,
      );
      return `CASE ${when.join(' ')}${sql.otherwise ? ` ELSE ${write(writer, sql.otherwise)}` : ''} END`;
    }
    case 'chosen-number':
      return write(writer, dialect.chosenNumber(sql));
    case 'chosen-value':
      return write(writer, dialect.chosenValue(sql));
    case 'first-number':
      return write(writer, dialect.firstNumber(sql));
    case 'list':
      return sql.items.map((item) => write(writer, item)).join(', ');
    case 'cast':
      return `CAST(${write(writer, sql.operand)} AS ${dialect.castTypes[sql.type]})`;
    case 'instant':
      return write(writer, dialect.instant(sql));
    case 'instant-test':
      return write(writer, dialect.instantTest(sql));
    case 'reading':
      return write(writer, dialect.reading(sql));
    case 'add-interval':
      return write(writer, dialect.addInterval(sql));
    case 'seconds-between':
      return write(writer, dialect.secondsBetween(sql));
    case 'fail':
      return write(writer, dialect.fail(sql));
    case 'floor-divide':
      return write(writer, dialect.floorDivide(sql));
    case 'local-time':
      return write(writer, dialect.localTime(sql));
    case 'bucket':
      return write(writer, dialect.bucket(sql));
    case 'same':
      return write(writer, dialect.same(sql));
    case 'over':
      return write(writer, dialect.over(sql));
    case 'next-value':
      return write(writer, dialect.nextValue(sql));
    case 'rank': {
      const within = sql.within.map((item) => write(writer, item)).join(', ');
      const order = sql.by.map((key) => writeOrder(writer, [], key)).join(', ');
      return `RANK() OVER (${within ? `PARTITION BY ${within} ` : ''}ORDER BY ${order})`;
    }
    case 'text-order':
      return write(writer, dialect.textOrder(sql.operand));
    case 'letter-case':
      return write(writer, dialect.letterCase(sql));
    case 'text-length':
      return write(writer, dialect.textLength(sql));
    case 'text-match':
      return write(writer, dialect.textMatch(sql));
    case 'text-matches':
      return write(writer, dialect.textMatches(sql));
    case 'aggregate':
      return write(writer, dialect.aggregate(sql.function, sql.operand, sql.type));
    case 'count-distinct-tuple':
      return write(writer, dialect.countDistinctTuple(sql));
    case 'only-value':
      return write(writer, dialect.onlyValue(sql));
    case 'decimal-text':
      return write(writer, dialect.decimalText(sql));
    case 'time-of-text':
      return write(writer, dialect.timeOfText(sql));
    case 'shown-value':
      return write(writer, dialect.shownValue(sql));
    case 'addition':
      return write(writer, dialect.addition(sql));
    case 'product':
      return write(writer, dialect.product(sql));
    case 'number-order':
      return write(writer, dialect.numberOrder(sql));
    case 'sum-in-sql':
      return write(writer, dialect.sumInSql(sql));
    case 'divide':
      return write(writer, dialect.divide(sql));
  }
}

function writeOneOf(writer: SqlWriter, { operand, values, isNegated }: Extract<Sql, { kind: 'one-of' }>): string {
  // One list has one type: a double among its values would make doubles of all, and of the operand.
  const approximate = values.filter((value) => isApproximate(writer.dialect, value));
  if (approximate.length > 0 && approximate.length < values.length) {
    const exact = values.filter((value) => !approximate.includes(value));
    const lists = [exact, approximate].map((list): Sql => ({ kind: 'one-of', operand, values: list, isNegated }));
    return write(writer, operator(isNegated ? 'AND' : 'OR', ...lists));
  }
  const listed = values.filter((value) => writer.dialect.isListed(value));
  if (values.length > 1 && listed.length < values.length) {
    const alone = values.filter((value) => !listed.includes(value)).map((value) => [value]);
    const lists = listed.length === 0 ? alone : [listed, ...alone];
    const tests = lists.map((list): Sql => ({ kind: 'one-of', operand, values: list, isNegated }));
    return write(writer, operator(isNegated ? 'AND' : 'OR', ...tests));
  }
  const [only, ...others] = values;
  if (only && others.length === 0) {
    if (only.kind === 'instant') {
      const sign = isNegated ? '<>' : '=';
      return write(writer, { kind: 'instant-test', operator: sign, operand, instant: only.instant });
    }
    const test = `${writeOperand(writer, operand)} ${isNegated ? '<>' : '='} ${writeOperand(writer, only)}`;
    return isNegated && isNumber(only) ? orNan(writer, operand, test) : test;
  }
  const tested = writeOperand(writer, operand);
  const list = values.map((value) => write(writer, value)).join(', ');
  if (!isNegated) return `${tested} IN (${list})`;
  const test = `${tested} NOT IN (${list})`;
  return values.every(isNumber) ? orNan(writer, operand, test) : test;
}

function isNumber(value: Sql): boolean {
  return value.kind === 'parameter' && value.type === 'number';
}

function orNan(writer: SqlWriter, operand: Sql, test: string): string {
  const nan = writer.dialect.nanBeside(operand);
  return nan === undefined ? test : `(${test} OR ${writeOperand(writer, nan)})`;
}

function isApproximate(dialect: Dialect, value: Sql): boolean {
  return (
    value.kind === 'parameter' && value.type === 'number' && dialect.numberType(value.text) === dialect.castTypes.double
  );
}

function writeParameter(writer: SqlWriter, sql: Extract<Sql, { kind: 'parameter' }>): string {
  const { dialect, params } = writer;
  if (sql.type === 'boolean') {
    params.push(sql.isTrue);
    return `CAST(${dialect.placeholder(params.length)} AS ${dialect.castTypes.boolean})`;
  }
  params.push(sql.text);
  const type = sql.type === 'string' ? dialect.castTypes.string : dialect.numberType(sql.text);
  return `CAST(${dialect.placeholder(params.length)} AS ${type})`;
}

/** An author's comment must not swallow what we write after it. */
function closed(text: string): string {
  return text.includes('--') ? `${text}\n` : text;
}

function writeOperand(writer: SqlWriter, sql: Sql): string {
  const text = write(writer, sql);
  return isAtomic(sql, text) ? text : `(${text})`;
}

/** Whether a text can be an operand of any operator without parentheses. */
function isAtomic(sql: Sql, text: string): boolean {
  switch (sql.kind) {
    case 'column':
    case 'table':
    case 'output':
    case 'parameter':
    case 'integer':
    case 'null':
    case 'true':
    case 'false':
    case 'call':
    case 'case':
    case 'chosen-number':
    case 'chosen-value':
    case 'first-number':
    case 'list':
    case 'cast':
    case 'aggregate':
    case 'count-distinct-tuple':
    case 'only-value':
    case 'over':
    case 'next-value':
    case 'rank':
      return true;
    case 'operator':
    case 'not':
    case 'null-test':
    case 'one-of':
    case 'number-order':
    case 'instant-test':
      return false;
    case 'fragment':
    case 'instant':
    case 'reading':
    case 'add-interval':
    case 'seconds-between':
    case 'fail':
    case 'floor-divide':
    case 'local-time':
    case 'bucket':
    case 'same':
    case 'text-order':
    case 'letter-case':
    case 'text-length':
    case 'text-match':
    case 'text-matches':
    case 'decimal-text':
    case 'time-of-text':
    case 'shown-value':
    case 'addition':
    case 'product':
    case 'sum-in-sql':
    case 'divide':
      return isOneThing(text);
  }
}

/** A name, a number, a typed literal, or one call or parenthesis that closes at the very end. */
function isOneThing(text: string): boolean {
  if (/^(("[^"]*"|`[^`]*`)\.)?("[^"]*"|`[^`]*`|\w+)$/.test(text) || /^\w+ '[^']*'$/.test(text)) return true;
  // `NOT(x)` only looks like a call: what follows it belongs to its operand.
  if (!/^\w*\(/.test(text) || /^not\b/i.test(text)) return false;
  // Engines differ in whether a backslash escapes in a name.
  if (/`.*\\/s.test(text)) return false;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|[()]|--|\/\*/g)) {
    if (token === '--' || token === '/*') return false;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token === ')') return index === text.length - 1;
  }
  return false;
}
