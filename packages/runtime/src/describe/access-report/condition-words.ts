import { type Condition, constantText, type Expression, instantText } from '@orrery/semantic';

/** Describes a condition of a policy for people, with names of members and values. */
export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const [only, ...others] = condition.conditions.map(conditionWords);
      if (only === undefined) return condition.kind === 'and' ? 'every row' : 'no row';
      return others.length === 0 ? only : `(${[only, ...others].join(` ${condition.kind} `)})`;
    }
    case 'rule':
      return conditionWords(condition.where);
    case 'segment':
      return condition.member;
    case 'measure-filters':
      return `the filters of ${condition.member}`;
    case 'true':
      return `${expressionWords(condition.operand)} is true`;
    case 'null':
      return `${expressionWords(condition.operand)} is ${condition.isNegated ? 'not ' : ''}empty`;
    case 'one-of': {
      const verb = condition.isNegated ? 'is none of' : condition.values.length === 1 ? 'is' : 'is one of';
      const values = condition.values.map(constantText).join(', ');
      return `${expressionWords(condition.operand)} ${verb} ${values}${orEmpty(condition)}`;
    }
    case 'text': {
      const verb = `${condition.isNegated ? 'not ' : ''}${condition.match.replace('-', ' ')}`;
      const values = condition.values.map((text) => JSON.stringify(text)).join(', ');
      return `${expressionWords(condition.operand)} ${verb} ${values}${orEmpty(condition)}`;
    }
    case 'compare':
      return `${expressionWords(condition.operand)} ${condition.operator} ${constantText(condition.value)}`;
    case 'range': {
      const { from, to, isNegated } = condition;
      const ends = [
        ...(from === undefined ? [] : [`from ${instantText(from)}`]),
        ...(to === undefined ? [] : [`before ${instantText(to)}`]),
      ];
      return `${expressionWords(condition.operand)} is ${isNegated ? 'not ' : ''}${ends.join(' and ')}`;
    }
  }
}

function orEmpty({ keepsNull }: { readonly keepsNull: boolean }): string {
  return keepsNull ? ' or empty' : '';
}

function expressionWords(expression: Expression): string {
  switch (expression.kind) {
    case 'dimension':
    case 'measure':
    case 'bucket':
      return expression.member;
    case 'value':
      return constantText(expression.value);
    case 'call':
      return `${expression.function}(${expression.arguments.map(expressionWords).join(', ')})`;
    case 'altered':
      return expression.member;
    case 'per-entity':
      return `${expression.member} of each ${expression.per}`;
    case 'aggregate':
      return `${expression.function}(${expression.of ? expressionWords(expression.of) : '*'})`;
    case 'sql':
      return expression.parts.map((part) => (typeof part === 'string' ? part : expressionWords(part))).join('');
  }
}
