import type { Chunk } from '../source/index.ts';
import type { Budget } from './budget.ts';
import { escapeText } from './escape.ts';
import { type ExpressionInput, Expressions } from './evaluate-expression.ts';
import { BlockOutput } from './output.ts';
import { missing } from './missing.ts';
import { markIn, type ParsedTemplate } from './parse-template.ts';
import { TemplateScope } from './scope.ts';
import { failed, TemplateFault, type TemplatePlace } from './template-fault.ts';
import type { IdentifierNode, ParameterNode, TemplateNode } from './template-node.ts';
import {
  type Arguments,
  authorText,
  dictionary,
  type FunctionValue,
  nameOfKind,
  numberText,
  type TextValue,
  type TemplateValue,
} from './value.ts';

/**
 * Stands for the text before a captured block, whose later position is unknown; so nothing in it counts as a whole
 * value.
 */
const unknownLine = '…';

type BlockEnding = 'end' | 'break' | 'continue';

/** Evaluates the statements of one file; imported files have an evaluation of their own. */
export class TemplateEvaluation {
  readonly #template: ParsedTemplate;
  readonly #budget: Budget;
  readonly #expressions: Expressions;
  #place: TemplatePlace;
  readonly #input: ExpressionInput;

  constructor(template: ParsedTemplate, input: ExpressionInput) {
    this.#template = template;
    this.#budget = input.budget;
    this.#input = input;
    this.#expressions = new Expressions(input);
    this.#place = { file: template.file, from: 0, to: 1 };
  }

  /** The place where the evaluation is, or where it stopped. */
  get place(): TemplatePlace {
    return this.#place;
  }

  /** @throws TemplateFault */
  run(): { readonly chunks: readonly Chunk[]; readonly names: ReadonlyMap<string, TemplateValue> } {
    const scope = new TemplateScope(this.#input.globals);
    const output = new BlockOutput(this.#budget, '');
    this.#atPlace(() => this.#block(this.#template.body, scope, output));
    return { chunks: output.chunks, names: scope.own() };
  }

  /** Gives a fault without a place the current place of this file. */
  #atPlace<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof TemplateFault && error.place) throw error;
      if (error instanceof TemplateFault)
        throw new TemplateFault(error.code, error.params, {
          hint: error.hint,
          wanted: error.wanted,
          place: this.#place,
        });
      if (error instanceof RangeError)
        throw new TemplateFault('model.template-too-much', { what: 'nesting' }, { place: this.#place });
      throw error;
    }
  }

  #block(nodes: readonly TemplateNode[], scope: TemplateScope, output: BlockOutput): BlockEnding {
    for (const node of nodes) {
      const ending = this.#statement(node, scope, output);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #captured(nodes: readonly TemplateNode[], scope: TemplateScope): TextValue {
    const output = new BlockOutput(this.#budget, unknownLine);
    this.#block(nodes, scope, output);
    return { kind: 'text', text: output.text, trust: 'safe', chunks: output.chunks };
  }

  #statement(node: TemplateNode, scope: TemplateScope, output: BlockOutput): BlockEnding {
    this.#budget.step();
    const mark = markIn(node);
    if (mark !== undefined) {
      this.#place = this.#template.places[mark] ?? this.#place;
      return 'end';
    }
    switch (node.type) {
      case 'If': {
        const isMet = this.#expressions.isTrue(node.test, scope);
        return this.#block(isMet ? node.body : node.alternate, scope, output);
      }
      case 'For':
        this.#loop(node, scope, output);
        return 'end';
      case 'Break':
        return 'break';
      case 'Continue':
        return 'continue';
      case 'Comment':
        return 'end';
      case 'Set': {
        const value = node.value
          ? this.#expressions.value(node.value, scope)
          : this.#captured(node.body, new TemplateScope(scope));
        this.#assign(node.assignee, value, scope);
        return 'end';
      }
      case 'Macro':
        scope.set(node.name.value, this.#macro(node.name.value, node.args, node.body, scope));
        return 'end';
      case 'CallStatement': {
        const caller = this.#macro('caller', node.callerArgs ?? [], node.body, scope);
        this.#put(this.#expressions.call(node.call, scope, new Map([['caller', caller]])), output);
        return 'end';
      }
      case 'FilterStatement':
        this.#put(
          this.#expressions.filtered(this.#captured(node.body, new TemplateScope(scope)), node.filter, scope),
          output,
        );
        return 'end';
      case 'StringLiteral': {
        const isText = this.#place.to - this.#place.from === node.value.length;
        if (!isText) this.#put(authorText(node.value), output);
        else output.add({ text: node.value, file: this.#place.file, from: this.#place.from, isLiteral: true });
        return 'end';
      }
      default:
        this.#put(this.#expressions.value(node, scope), output);
        return 'end';
    }
  }

  /** Writes a value into the text of the model. */
  #put(value: TemplateValue, output: BlockOutput): void {
    const { file, from } = this.#place;
    const add = (text: string): void => output.add({ text, file, from, isLiteral: false });
    if (typeof value === 'boolean') return add(String(value));
    if (typeof value === 'number') return add(numberText(value));
    if (value === null) throw failed('none cannot be put out', "Give a default: | default('...', true)");
    switch (value.kind) {
      case 'float':
        return add(numberText(value));
      case 'text':
        if (value.trust !== 'safe' || !value.chunks) return add(escapeText(value, output.line));
        for (const chunk of value.chunks) output.add(chunk);
        return;
      case 'missing':
        throw missing(value);
      case 'context':
      case 'list':
      case 'dictionary':
      case 'function':
        throw failed(`${nameOfKind(value)} cannot be put out`, 'Put out a part of it, or loop over it');
    }
  }

  #loop(node: Extract<TemplateNode, { type: 'For' }>, scope: TemplateScope, output: BlockOutput): void {
    const { iterable } = node;
    const over = iterable.type === 'SelectExpression' ? iterable.lhs : iterable;
    const all = this.#expressions.items(this.#expressions.value(over, scope));
    const isChosen = (item: TemplateValue): boolean => {
      if (iterable.type !== 'SelectExpression') return true;
      const inner = new TemplateScope(scope);
      this.#assign(node.loopvar, item, inner);
      return this.#expressions.isTrue(iterable.test, inner);
    };
    const items = all.filter(isChosen);
    const place = this.#place;
    if (items.length === 0) {
      this.#block(node.defaultBlock, new TemplateScope(scope), output);
      return;
    }
    for (const [at, item] of items.entries()) {
      this.#place = place;
      const inner = new TemplateScope(scope);
      inner.set('loop', loopState(items, at));
      this.#assign(node.loopvar, item, inner);
      if (this.#block(node.body, inner, output) === 'break') return;
    }
  }

  #assign(target: TemplateNode, value: TemplateValue, scope: TemplateScope): void {
    if (target.type === 'Identifier') return scope.set(target.value, value);
    if (target.type === 'TupleLiteral') {
      const items = this.#expressions.items(value);
      if (items.length !== target.value.length)
        throw failed(`${items.length} values cannot be given to ${target.value.length} names`);
      target.value.forEach((one, at) => this.#assign(one, items[at] ?? null, scope));
      return;
    }
    if (target.type === 'MemberExpression') {
      const holder = this.#expressions.value(target.object, scope);
      const isNamespace = typeof holder === 'object' && holder?.kind === 'dictionary' && holder.isNamespace === true;
      if (!isNamespace || target.property.type !== 'Identifier')
        throw failed('only attributes of a namespace can be set', 'Begin with {% set ns = namespace(...) %}');
      holder.entries.set(target.property.value, value);
      return;
    }
    throw failed('only a name can be given a value');
  }

  /** Defines a macro. It sees the names of its own file, not those of its caller. */
  #macro(
    name: string,
    parameters: readonly ParameterNode[],
    body: readonly TemplateNode[],
    scope: TemplateScope,
  ): FunctionValue {
    const call = (given: Arguments): TemplateValue => {
      const inner = new TemplateScope(scope);
      this.#bind(name, parameters, given, inner);
      const calledAt = this.#place;
      const result = this.#budget.within(() => this.#atPlace(() => this.#captured(body, inner)));
      this.#place = calledAt;
      return result;
    };
    return { kind: 'function', name, call };
  }

  #bind(name: string, parameters: readonly ParameterNode[], given: Arguments, inner: TemplateScope): void {
    const names = parameters.map(parameterName);
    if (given.positional.length > names.length)
      throw failed(`${name} takes ${names.length} arguments, not ${given.positional.length}`);
    for (const key of given.named.keys()) {
      if (key === 'caller') inner.set('caller', given.named.get('caller') ?? null);
      else if (!names.includes(key)) throw failed(`${name} has no parameter '${key}'`);
    }
    parameters.forEach((parameter, at) => {
      const own = names[at] ?? '';
      const value = given.positional[at] ?? given.named.get(own);
      if (value !== undefined || at < given.positional.length) inner.set(own, value ?? null);
      else if (given.named.has(own)) inner.set(own, null);
      else if (parameter.type === 'Identifier') inner.set(own, { kind: 'missing', name: own });
      else inner.set(own, this.#expressions.value(parameter.value, inner));
    });
  }
}

function parameterName(parameter: ParameterNode): string {
  return parameter.type === 'Identifier' ? parameter.value : (parameter.key as IdentifierNode).value;
}

function loopState(items: readonly TemplateValue[], at: number): TemplateValue {
  const last = items.length - 1;
  return dictionary([
    ['index', at + 1],
    ['index0', at],
    ['revindex', last - at + 1],
    ['revindex0', last - at],
    ['first', at === 0],
    ['last', at === last],
    ['length', items.length],
    ['previtem', items[at - 1] ?? { kind: 'missing', name: 'loop.previtem' }],
    ['nextitem', items[at + 1] ?? { kind: 'missing', name: 'loop.nextitem' }],
  ]);
}
