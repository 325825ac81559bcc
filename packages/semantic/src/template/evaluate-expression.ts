import { didYouMean } from '@orrery/kernel';
import type { Budget } from './budget.ts';
import type { ContextReader } from './context-value.ts';
import { applyFilter, applyTest } from './filters.ts';
import { missing } from './missing.ts';
import { isMethod, methodOf } from './methods.ts';
import type { TemplateScope } from './scope.ts';
import { failed } from './template-fault.ts';
import type { CallNode, IdentifierNode, TemplateNode } from './template-node.ts';
import {
  type Arguments,
  authorText,
  compare,
  type DictionaryValue,
  derivedText,
  equal,
  float,
  integer,
  isTrue,
  keyTexts,
  kindOf,
  list,
  type ListValue,
  type MissingValue,
  nameOfKind,
  numberIn,
  requireText,
  type TemplateValue,
} from './value.ts';

export interface ExpressionInput {
  readonly budget: Budget;
  readonly context: ContextReader;
  /** Names that every template sees. */
  readonly globals: TemplateScope;
}

/** Values of expressions. @throws TemplateFault */
export class Expressions {
  readonly #input: ExpressionInput;

  constructor(input: ExpressionInput) {
    this.#input = input;
  }

  value(node: TemplateNode, scope: TemplateScope): TemplateValue {
    this.#input.budget.step();
    switch (node.type) {
      case 'IntegerLiteral':
        return integer(node.value);
      case 'FloatLiteral':
        return float(node.value);
      case 'StringLiteral':
        return authorText(node.value);
      case 'ArrayLiteral':
      case 'TupleLiteral':
        return list(node.value.map((item) => this.#whole(this.value(item, scope))));
      case 'ObjectLiteral':
        return {
          kind: 'dictionary',
          entries: new Map(
            [...node.value].map(([key, value]) => [
              keyText(this.value(key, scope)),
              this.#whole(this.value(value, scope)),
            ]),
          ),
        };
      case 'Identifier':
        return this.#name(node.value, scope);
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
        return this.call(node, scope);
      case 'FilterExpression':
        return this.filtered(this.value(node.operand, scope), node.filter, scope, isTolerant(node.filter));
      case 'TestExpression': {
        const isMet = applyTest(node.test.value, this.#whole(this.value(node.operand, scope)), [], this.#input.budget);
        return isMet !== node.negate;
      }
      case 'UnaryExpression':
        return unary(node.operator.value, this.#whole(this.value(node.argument, scope)));
      case 'BinaryExpression':
        return this.#binary(node, scope);
      case 'Ternary':
        return this.value(this.isTrue(node.condition, scope) ? node.trueExpr : node.falseExpr, scope);
      case 'SelectExpression':
        return this.isTrue(node.test, scope)
          ? this.value(node.lhs, scope)
          : { kind: 'missing', name: "the value of an 'if' without 'else'" };
      default:
        throw failed(`'${node.type}' is not a value`);
    }
  }

  isTrue(node: TemplateNode, scope: TemplateScope): boolean {
    return isTrue(this.#whole(this.value(node, scope)));
  }

  /** Items that a loop visits; for a dictionary, its keys. */
  items(value: TemplateValue): readonly TemplateValue[] {
    const whole = this.#whole(value);
    switch (kindOf(whole)) {
      case 'list':
        return (whole as ListValue).items;
      case 'dictionary':
        return keyTexts(whole as DictionaryValue);
      case 'missing':
        throw missing(whole as MissingValue);
      default:
        throw failed(`${nameOfKind(whole)} cannot be looped over`);
    }
  }

  call(node: CallNode, scope: TemplateScope, extra: ReadonlyMap<string, TemplateValue> = new Map()): TemplateValue {
    const callee = this.value(node.callee, scope);
    const given = this.#arguments(node.args, scope, extra);
    if (typeof callee === 'object' && callee?.kind === 'function') return callee.call(given);
    if (typeof callee === 'object' && callee?.kind === 'missing') throw missing(callee);
    throw failed(`${nameOfKind(callee)} cannot be called`);
  }

  filtered(
    operand: TemplateValue,
    filter: IdentifierNode | CallNode,
    scope: TemplateScope,
    isTolerant = false,
  ): TemplateValue {
    const name = filter.type === 'Identifier' ? filter.value : (filter.callee as IdentifierNode).value;
    const given = this.#arguments(filter.type === 'Identifier' ? [] : filter.args, scope, new Map());
    const whole = this.#whole(operand);
    if (!isTolerant && kindOf(whole) === 'missing') throw missing(whole as MissingValue);
    const positional = given.positional.map((one) => this.#whole(one));
    return applyFilter(name, whole, { ...given, positional }, this.#input.budget);
  }

  #name(name: string, scope: TemplateScope): TemplateValue {
    const value = scope.get(name);
    if (value !== undefined) return value;
    return { kind: 'missing', name, hint: () => didYouMean(name, scope.names()) };
  }

  /** Reads a part of the context completely; other values stay as they are. */
  #whole(value: TemplateValue): TemplateValue {
    const whole = typeof value === 'object' && value?.kind === 'context' ? this.#input.context.whole(value) : value;
    this.#input.budget.weigh(whole);
    return whole;
  }

  #member(node: Extract<TemplateNode, { type: 'MemberExpression' }>, scope: TemplateScope): TemplateValue {
    const holder = this.value(node.object, scope);
    if (node.property.type === 'SliceExpression') return this.#slice(holder, node.property, scope);
    const key = node.computed ? this.value(node.property, scope) : keyOf(node.property);
    if (typeof holder === 'object' && holder !== null) {
      switch (holder.kind) {
        case 'missing':
          throw missing(holder);
        case 'context': {
          const text = keyText(key);
          // Own keys come first; `items()` of a dictionary needs all of it.
          const found = this.#input.context.step(holder, text);
          if (kindOf(found) !== 'missing' || !isMethod(text)) return found;
          return methodOf(this.#whole(holder), text, this.#input.budget) ?? found;
        }
        case 'dictionary': {
          const text = keyText(key);
          const found = holder.entries.get(text);
          if (found !== undefined || holder.entries.has(text)) return found ?? null;
          break;
        }
        case 'list': {
          const at = numberIn(key);
          if (at !== undefined) return holder.items.at(at) ?? { kind: 'missing', name: `item ${at} of a list` };
          break;
        }
        case 'text': {
          const at = numberIn(key);
          const character = at === undefined ? undefined : [...holder.text].at(at);
          if (at !== undefined)
            return character === undefined
              ? { kind: 'missing', name: `character ${at} of a text` }
              : derivedText(character, holder);
          break;
        }
        case 'float':
        case 'function':
          break;
      }
    }
    const text = keyText(key);
    const found = methodOf(holder, text, this.#input.budget);
    return found ?? { kind: 'missing', name: `${pathOf(node.object)}.${text}` };
  }

  #slice(
    holder: TemplateValue,
    node: Extract<TemplateNode, { type: 'SliceExpression' }>,
    scope: TemplateScope,
  ): TemplateValue {
    const whole = this.#whole(holder);
    const bound = (one: TemplateNode | undefined): number | undefined => {
      const value = one === undefined ? undefined : numberIn(this.value(one, scope));
      if (one !== undefined && value === undefined) throw failed('a slice is bounded by numbers');
      return value;
    };
    if (bound(node.step) !== undefined && bound(node.step) !== 1) throw failed('a slice has no step');
    const [from, to] = [bound(node.start), bound(node.stop)];
    if (typeof whole === 'object' && whole?.kind === 'list') return list(whole.items.slice(from, to));
    if (typeof whole === 'object' && whole?.kind === 'text')
      return derivedText([...whole.text].slice(from, to).join(''), whole);
    throw failed(`${nameOfKind(whole)} cannot be sliced`);
  }

  #arguments(
    nodes: readonly TemplateNode[],
    scope: TemplateScope,
    extra: ReadonlyMap<string, TemplateValue>,
  ): Arguments {
    const positional: TemplateValue[] = [];
    const named = new Map(extra);
    for (const node of nodes) {
      if (node.type === 'KeywordArgumentExpression') named.set(node.key.value, this.value(node.value, scope));
      else if (node.type === 'SpreadExpression') positional.push(...this.items(this.value(node.argument, scope)));
      else if (node.type === 'KeywordSpreadExpression') throw failed("'**' is not read here");
      else positional.push(this.value(node, scope));
    }
    return { positional, named };
  }

  #binary(node: Extract<TemplateNode, { type: 'BinaryExpression' }>, scope: TemplateScope): TemplateValue {
    const { operator } = node;
    const left = this.#whole(this.value(node.left, scope));
    if (operator.value === 'and') return isTrue(left) ? this.value(node.right, scope) : left;
    if (operator.value === 'or') return isTrue(left) ? left : this.value(node.right, scope);
    const right = this.#whole(this.value(node.right, scope));
    switch (operator.value) {
      case '==':
        return equal(left, right, this.#input.budget);
      case '!=':
        return !equal(left, right, this.#input.budget);
      case 'in':
        return this.#contains(right, left);
      case 'not in':
        return !this.#contains(right, left);
    }
    for (const side of [left, right]) if (kindOf(side) === 'missing') throw missing(side as MissingValue);
    switch (operator.value) {
      case '<':
        return compare(left, right) < 0;
      case '<=':
        return compare(left, right) <= 0;
      case '>':
        return compare(left, right) > 0;
      case '>=':
        return compare(left, right) >= 0;
      case '~':
        return this.#joined(requireText(left), requireText(right), left, right);
      default:
        return this.#arithmetic(operator.value, left, right);
    }
  }

  #contains(holder: TemplateValue, value: TemplateValue): boolean {
    if (typeof holder === 'object' && holder?.kind === 'list')
      return holder.items.some((item) => equal(item, value, this.#input.budget));
    if (typeof holder === 'object' && holder?.kind === 'dictionary') return holder.entries.has(requireText(value));
    if (typeof holder === 'object' && holder?.kind === 'text') return holder.text.includes(requireText(value));
    if (typeof holder === 'object' && holder?.kind === 'missing') throw missing(holder);
    throw failed(`'in' does not work with ${nameOfKind(holder)}`);
  }

  #joined(left: string, right: string, ...sources: readonly TemplateValue[]): TemplateValue {
    this.#input.budget.text(left.length + right.length);
    return derivedText(left + right, ...sources);
  }

  #arithmetic(operator: string, left: TemplateValue, right: TemplateValue): TemplateValue {
    if (operator === '+' && typeof left === 'object' && left !== null && typeof right === 'object' && right !== null) {
      if (left.kind === 'text' && right.kind === 'text') return this.#joined(left.text, right.text, left, right);
      if (left.kind === 'list' && right.kind === 'list') {
        this.#input.budget.items(left.items.length + right.items.length);
        return list([...left.items, ...right.items]);
      }
    }
    if (operator === '*' && typeof left === 'object' && left?.kind === 'text' && typeof right === 'number') {
      this.#input.budget.text(left.text.length * Math.max(0, right));
      return derivedText(left.text.repeat(Math.max(0, right)), left);
    }
    const [a, b] = [numberIn(left), numberIn(right)];
    if (a === undefined || b === undefined)
      throw failed(`'${operator}' does not take ${nameOfKind(left)} and ${nameOfKind(right)}`);
    if (b === 0 && ['/', '//', '%'].includes(operator)) throw failed('a division by zero');
    const isWhole = kindOf(left) !== 'float' && kindOf(right) !== 'float';
    const number = (result: number): TemplateValue => (isWhole ? integer(result) : float(result));
    switch (operator) {
      case '+':
        return number(a + b);
      case '-':
        return number(a - b);
      case '*':
        return number(a * b);
      case '/':
        return float(a / b);
      case '//':
        return number(Math.floor(a / b));
      case '%':
        return number(a - b * Math.floor(a / b));
      case '**':
        return b < 0 ? float(a ** b) : number(a ** b);
      default:
        throw failed(`'${operator}' is not read here`);
    }
  }
}

/** Whether the filter supplies its own value for a missing one. */
function isTolerant(filter: IdentifierNode | CallNode): boolean {
  const name = filter.type === 'Identifier' ? filter.value : (filter.callee as IdentifierNode).value;
  return name === 'default' || name === 'd';
}

function keyOf(property: TemplateNode): TemplateValue {
  if (property.type === 'Identifier') return authorText(property.value);
  if (property.type === 'IntegerLiteral') return property.value;
  throw failed('a name is expected after a dot');
}

function keyText(key: TemplateValue): string {
  const number = numberIn(key);
  return number === undefined ? requireText(key) : String(number);
}

function unary(operator: string, value: TemplateValue): TemplateValue {
  if (operator === 'not') return !isTrue(value);
  if (typeof value === 'object' && value?.kind === 'missing') throw missing(value);
  const number = numberIn(value);
  if (number === undefined) throw failed(`'${operator}' does not take ${nameOfKind(value)}`);
  const result = operator === '-' ? -number : number;
  return kindOf(value) === 'float' ? float(result) : integer(result);
}

/** The path as the template writes it, or `a value` for other expressions. */
function pathOf(node: TemplateNode): string {
  if (node.type === 'Identifier') return node.value;
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
    return `${pathOf(node.object)}.${node.property.value}`;
  return 'a value';
}
