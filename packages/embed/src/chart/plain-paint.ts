import { expressionInterpreter } from 'vega-interpreter';
import { budgetNow } from './spec-budget.ts';

/** Style sheets load what `url()` names, and can write that name in many ways: only what is known to be a colour is one. */
const color = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+a-z-]*\))$/i;
/** A colour, or the pattern of the frame of a chart, which is in the page. */
const fill = new RegExp(`${color.source}|^url\\(#orrery-chart-\\d+-hatch\\)$`, 'i');
const word = /^[a-z-]+$/i;
/** Names of fonts, and lists of them. */
const fonts = /^[\p{L}\p{N}\s,.'"_-]*$/u;

const safe: Readonly<Record<string, RegExp>> = {
  fill,
  stroke: color,
  cursor: word,
  blend: word,
  font: fonts,
  fontStyle: word,
  fontWeight: /^[\w-]+$/,
};

type PaintItem = Record<string, unknown>;
type Evaluate = (...given: readonly unknown[]) => unknown;
type Encode = (item: PaintItem, parameters: unknown) => unknown;

/** Evaluates an expression as far as the budget of its picture goes. */
function inBudget(evaluate: Evaluate): Evaluate {
  return (...given) => {
    const value = evaluate(...given);
    return budgetNow()?.result(value) ?? value;
  };
}

/** Interprets expressions, and takes out of the marks what a style sheet would load, wherever it comes from. */
export const plainInterpreter = {
  ...expressionInterpreter,
  operator: (context: unknown, expression: unknown): Evaluate =>
    inBudget(expressionInterpreter.operator(context, expression)),
  parameter: (context: unknown, expression: unknown): Evaluate =>
    inBudget(expressionInterpreter.parameter(context, expression)),
  encode: (context: unknown, encode: unknown): Encode => {
    const apply: Encode = expressionInterpreter.encode(context, encode);
    return (item, parameters) => {
      const isChanged = apply(item, parameters);
      for (const [name, form] of Object.entries(safe)) {
        const value = item[name];
        if (typeof value === 'string' && !form.test(value)) item[name] = undefined;
      }
      return isChanged;
    };
  },
};
