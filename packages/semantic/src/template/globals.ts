import type { Budget } from './budget.ts';
import { TemplateScope } from './scope.ts';
import { failed, TemplateFault } from './template-fault.ts';
import {
  type Arguments,
  authorText,
  type FunctionValue,
  integer,
  list,
  numberIn,
  requireText,
  type TemplateValue,
} from './value.ts';

/** Variables of the environment that templates may read, by name; `undefined`: named, but not set. */
export type TemplateVariables = ReadonlyMap<string, string | undefined>;

const longestRange = 100_000;

/** Returns the names that every template sees without an import. */
export function globalScope(variables: TemplateVariables, budget: Budget): TemplateScope {
  const scope = new TemplateScope();
  for (const [names, value] of [
    [['true', 'True'], true],
    [['false', 'False'], false],
    [['none', 'None', 'null'], null],
  ] as const)
    for (const name of names) scope.set(name, value);
  scope.set('COMPILE_CONTEXT', { kind: 'context', name: 'COMPILE_CONTEXT', path: undefined });
  scope.set(
    'env_var',
    named('env_var', (given) => readVariable(given, variables)),
  );
  scope.set(
    'range',
    named('range', (given) => range(given, budget)),
  );
  scope.set(
    'dict',
    named('dict', (given) => ({ kind: 'dictionary', entries: new Map(given.named) })),
  );
  scope.set('namespace', named('namespace', namespace));
  return scope;
}

function named(name: string, call: (given: Arguments) => TemplateValue): FunctionValue {
  return { kind: 'function', name, call };
}

function readVariable({ positional: [name, otherwise] }: Arguments, variables: TemplateVariables): TemplateValue {
  if (name === undefined) throw failed('env_var takes the name of a variable');
  const wanted = requireText(name);
  if (!variables.has(wanted))
    throw new TemplateFault(
      'model.variable-not-allowed',
      { name: wanted },
      { hint: `List it in orrery.yml: model_variables: [${wanted}]` },
    );
  const value = variables.get(wanted);
  if (value !== undefined) return authorText(value);
  if (otherwise !== undefined) return otherwise;
  throw new TemplateFault(
    'model.variable-not-set',
    { name: wanted },
    { hint: `Set it, or give a default: env_var('${wanted}', '...')` },
  );
}

function range({ positional }: Arguments, budget: Budget): TemplateValue {
  const numbers = positional.map((one) => {
    const number = numberIn(one);
    if (number === undefined || !Number.isInteger(number)) throw failed('range takes whole numbers');
    return integer(number);
  });
  const [from, to, step] =
    numbers.length < 2 ? [0, numbers[0] ?? 0, 1] : [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1];
  if (step === 0) throw failed('range takes a step that is not zero');
  const count = Math.max(0, Math.ceil((to - from) / step));
  if (count > longestRange) throw failed(`a range holds at most ${longestRange} numbers, not ${count}`);
  budget.items(count);
  return list(Array.from({ length: count }, (_, at) => from + at * step));
}

function namespace({ positional: [first], named: attributes }: Arguments): TemplateValue {
  const given =
    typeof first === 'object' && first?.kind === 'dictionary' ? first.entries : new Map<string, TemplateValue>();
  return { kind: 'dictionary', entries: new Map([...given, ...attributes]), isNamespace: true };
}
