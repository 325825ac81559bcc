import { nameOfGranularity, windowed } from '../../model/index.ts';
import { type BucketRule, bucketStart, civilOf, type Interval } from '../../time/index.ts';
import type { JoinCondition, PlanAggregate, PlanColumn, Plan, QueryPlan, WindowBound } from '../plan.ts';
import { constantText, holesOf, instantText } from '../../query/index.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** Writes a plan as indented, stable text, for tests, bug reports and people. */
export function explainPlan(plan: QueryPlan): string {
  const nameOf = (column: number) => `#${column} ${plan.columnNames[column] ?? ''}`;
  const lines: string[] = [];
  const add = (depth: number, text: string) => lines.push(`${'  '.repeat(depth)}${text}`);

  const visit = (node: Plan, depth: number): void => {
    switch (node.kind) {
      case 'scan':
        add(depth, `scan ${node.cube}`);
        return;
      case 'values':
        add(
          depth,
          `values ${node.columns.map(nameOf).join(', ')}: ${node.rows.map((row) => row.map((text) => JSON.stringify(text)).join(' ')).join(', ')}`,
        );
        return;
      case 'join': {
        const kind = node.on.kind === 'window' || node.on.kind === 'reached' ? 'join' : 'left join';
        add(depth, `${kind} (${joinText(node.on)}), rows ${node.grain}`);
        visit(node.left, depth + 1);
        visit(node.right, depth + 1);
        return;
      }
      case 'accumulate': {
        const within = node.within.length > 0 ? ` within ${node.within.map(columnText).join(', ')}` : '';
        const order = `${nameOf(node.along)}${node.isBackwards ? ' backwards' : ''}`;
        add(depth, `accumulate along ${order} to #${node.next}${within}`);
        for (const { column, function: name, from } of node.take)
          add(depth + 1, `take #${column} = ${name} of #${from}`);
        visit(node.input, depth + 1);
        return;
      }
      case 'series': {
        const { extent, bounds } = node;
        const which =
          extent.kind === 'known'
            ? `${extent.count} from ${civilOf(bucketStart(node.rule, extent.first))}`
            : `from the first #${extent.bucket} to the last`;
        const around = bounds.map(({ column, bound }) => `, #${column} ${boundText(bound)}`).join('');
        add(depth, `series #${node.bucket} of ${ruleText(node.rule)}, ${which}${around}`);
        if (extent.kind === 'data') visit(extent.input, depth + 1);
        return;
      }
      case 'filter':
        add(depth, `filter ${conditionText(node.where)}`);
        visit(node.input, depth + 1);
        return;
      case 'aggregate':
        add(depth, node.by.length > 0 ? `aggregate by ${node.by.map(columnText).join(', ')}` : 'aggregate all rows');
        for (const take of node.take) add(depth + 1, `take ${takeText(take)}`);
        visit(node.input, depth + 1);
        return;
      case 'combine':
        add(
          depth,
          node.by.length > 0 ? `combine by ${node.by.map(({ column }) => nameOf(column)).join(', ')}` : 'combine',
        );
        for (const input of node.inputs) visit(input, depth + 1);
        return;
      case 'project':
        add(depth, `project ${node.take.map(columnText).join(', ')}`);
        visit(node.input, depth + 1);
        return;
      case 'sort': {
        const keys = node.by.map(({ column, isDescending }) => `#${column}${isDescending ? ' descending' : ''}`);
        add(depth, `sort by ${keys.join(', ')}, nulls last`);
        visit(node.input, depth + 1);
        return;
      }
      case 'limit':
        add(depth, `limit ${node.limit ?? 'none'}${node.offset > 0 ? ` offset ${node.offset}` : ''}`);
        visit(node.input, depth + 1);
        return;
      case 'count':
        add(depth, `count rows as #${node.column}`);
        visit(node.input, depth + 1);
    }
  };
  visit(plan.root, 0);
  return `${lines.join('\n')}\n`;
}

export function joinText(on: JoinCondition): string {
  switch (on.kind) {
    case 'edge':
      return on.join.relationship;
    case 'key':
      return `by key of ${on.cube}${on.lookup ? ` for ${on.lookup.dimension}` : ''}`;
    case 'match': {
      const pairs = on.pairs.map(({ left, right }) => `${expressionText(left)} = #${right}`);
      return pairs.length > 0 ? `matching ${pairs.join(', ')}` : 'to every row';
    }
    case 'window': {
      const end = (column: number | undefined) => (column === undefined ? '' : `#${column}`);
      return `${expressionText(on.time)} in the window [${end(on.from)}, ${end(on.to)})`;
    }
    case 'reached': {
      const since = on.since ? `, #${on.since.left} is #${on.since.right}` : '';
      const side = on.isBackwards ? 'the first from' : 'the last before';
      return `#${on.step} ${side} #${on.bound}${since}`;
    }
    case 'day':
      return `the row of ${on.cube} for ${on.pairs.map(({ left }) => expressionText(left)).join(', ')}`;
    case 'bucket':
      return `#${on.series} is #${on.rolled}`;
  }
}

function columnText({ column, expression }: PlanColumn): string {
  return `#${column} = ${expressionText(expression)}`;
}

export function ruleText(rule: BucketRule): string {
  switch (rule.kind) {
    case 'steps':
      return lengthText({ months: 0, ms: rule.stepMs });
    case 'months':
      return lengthText({ months: rule.months, ms: 0 });
    case 'calendar':
      return lengthText(rule.interval);
  }
}

export function boundText(bound: WindowBound): string {
  if (bound.kind === 'start-of') return `the start of its ${nameOfGranularity(bound.granularity)}`;
  const { months, ms } = bound.by;
  return months === 0 && ms === 0 ? `its ${bound.edge}` : `its ${bound.edge} ${intervalText(bound.by)}`;
}

function lengthText({ months, ms }: Interval): string {
  const parts = [...(months === 0 ? [] : [`${months} months`]), ...(ms === 0 ? [] : [`${ms / 1000} s`])];
  return parts.join(' ') || 'nothing';
}

function takeText(take: PlanAggregate): string {
  const over = take.over === 'keys' ? ' over distinct keys' : '';
  const of = take.operand ? ` of ${expressionText(take.operand)}` : '';
  const found = windowed(take.measure);
  const named = found ? `${found.leaf} for ${found.over}` : take.measure;
  const measure = take.moved === undefined ? named : `${named} as ${take.moved}`;
  return `#${take.column} = ${measure} (${take.function}${over}${of})`;
}

export function expressionText(expression: PlanExpression): string {
  switch (expression.kind) {
    case 'column':
      return `#${expression.column}`;
    case 'dimension':
      return expression.member;
    case 'local-time':
      return `${expressionText(expression.operand)} in ${expression.zone}${spanText(expression.span)}`;
    case 'bucket':
      return `${expressionText(expression.operand)} by ${nameOfGranularity(expression.granularity)} in ${expression.zone}${spanText(expression.span)}`;
    case 'value':
      return constantText(expression.value);
    case 'call':
      return `${expression.function}(${expression.arguments.map(expressionText).join(', ')})`;
    case 'sql':
      return `sql(${holesOf(expression.parts).map(expressionText).join(', ')})`;
    case 'calculated':
      return `calculated(${expression.measures.map((item) => `${item.member}: ${expressionText(item.expression)}`).join(', ')})`;
    case 'shifted':
      return `${expressionText(expression.operand)} ${intervalText(expression.by)}`;
    case 'choice': {
      const branches = expression.when.map(
        ({ value, expression: one }) => `${constantText(value)}: ${expressionText(one)}`,
      );
      const otherwise = expression.otherwise ? [`else: ${expressionText(expression.otherwise)}`] : [];
      return `choice by ${expressionText(expression.on)} (${[...branches, ...otherwise].join(', ')})`;
    }
    case 'sum-over-groups': {
      const within = expression.within.length > 0 ? ` within ${expression.within.map(expressionText).join(', ')}` : '';
      return `sum of ${expressionText(expression.operand)} over rows${within}`;
    }
    case 'rank': {
      const keys = expression.by.map(
        ({ expression: key, isDescending }) => `${expressionText(key)}${isDescending ? ' descending' : ''}`,
      );
      const within = expression.within.length > 0 ? ` within ${expression.within.map(expressionText).join(', ')}` : '';
      return `rank by ${keys.join(', ')}${within}`;
    }
    case 'row-measure':
      return `${expression.member} of the row`;
    case 'or-zero':
      return `${expressionText(expression.operand)} or 0`;
  }
}

function intervalText({ months, ms }: Interval): string {
  const parts = [
    [months, 'months'],
    [ms, 'ms'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count > 0 ? '+' : ''}${count} ${unit}`])).join(' ');
}

function spanText(span: { readonly from?: number; readonly to?: number } | undefined): string {
  return span ? ` within ${rangeText(span)}` : '';
}

function rangeText({ from, to }: { readonly from?: number; readonly to?: number }): string {
  return `[${from === undefined ? '' : instantText(from)}, ${to === undefined ? '' : instantText(to)})`;
}

export function conditionText(condition: PlanCondition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.length > 0
        ? `(${condition.conditions.map(conditionText).join(` ${condition.kind} `)})`
        : String(condition.kind === 'and');
    case 'rule':
      return `rule of ${condition.of}: ${conditionText(condition.where)}`;
    case 'segment':
      return `segment ${condition.member}`;
    case 'measure-filters':
      return `filters of ${condition.member}`;
    case 'true':
      return `${expressionText(condition.operand)} is true`;
    case 'null':
      return `${expressionText(condition.operand)} is ${condition.isNegated ? 'not ' : ''}null`;
    case 'one-of': {
      const verb = condition.isNegated ? 'is none of' : 'is one of';
      return `${expressionText(condition.operand)} ${verb} [${condition.values.map(constantText).join(', ')}]${orNull(condition)}`;
    }
    case 'text': {
      const verb = `${condition.isNegated ? 'not ' : ''}${condition.match}`;
      const values = condition.values.map((value) => JSON.stringify(value)).join(', ');
      return `${expressionText(condition.operand)} ${verb} [${values}]${orNull(condition)}`;
    }
    case 'compare':
      return `${expressionText(condition.operand)} ${condition.operator} ${constantText(condition.value)}`;
    case 'range':
      return `${expressionText(condition.operand)} ${condition.isNegated ? 'not ' : ''}in ${rangeText(condition)}`;
  }
}

function orNull(condition: { readonly keepsNull: boolean }): string {
  return condition.keepsNull ? ' or null' : '';
}
