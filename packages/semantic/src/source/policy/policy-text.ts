import type { PolicyTerm } from '../../model/index.ts';
import { type ExpressionFault, readPolicyExpression } from './policy-expression.ts';

export type ReadText =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly term: PolicyTerm }
  | { readonly kind: 'fault'; readonly fault: ExpressionFault };

/** A text with expressions between braces. `\{` and `\}` are braces themselves. */
export function readPolicyText(text: string): ReadText {
  const parts: (string | PolicyTerm)[] = [];
  let literal = '';
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '\\' && /[{}]/.test(text.charAt(at + 1))) {
      literal += text.charAt(at + 1);
      at += 2;
    } else if (character === '{') {
      const end = text.indexOf('}', at);
      if (end < 0) return fault(`a brace is not closed: ${text.slice(at, at + 40)}`);
      const read = readPolicyExpression(text.slice(at + 1, end));
      if ('fault' in read) return { kind: 'fault', fault: read.fault };
      if (literal) parts.push(literal);
      literal = '';
      parts.push(read.term);
      at = end + 1;
    } else if (character === '}') return fault('a brace closes nothing');
    else {
      literal += character;
      at += 1;
    }
  }
  if (parts.length === 0) return { kind: 'literal', text: literal };
  if (literal) parts.push(literal);
  const [only, ...others] = parts;
  if (typeof only === 'object' && others.length === 0) return { kind: 'expression', term: only };
  return { kind: 'expression', term: { kind: 'text', parts } };
}

function fault(reason: string): ReadText {
  return { kind: 'fault', fault: { kind: 'syntax', reason } };
}
