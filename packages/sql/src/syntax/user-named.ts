import type { Expression } from './expression.ts';
import type { Select } from './statement.ts';

/**
 * Finds the first name that a statement compares `__user` with, before its names are bound: a statement is bound to the
 * model that this user sees. Whether all of its parts say so is decided when their conditions are known.
 */
export function userNamed(select: Select): string | undefined {
  const columns = new Set(['__user']);
  const nodes = [...nodesOf(select)];
  // Names that inner selects give to the column; those that stand further in come later.
  for (const { expression, alias } of nodes.toReversed()) {
    if (expression && alias?.text !== undefined && isUser(expression, columns)) columns.add(alias.text.toLowerCase());
  }
  for (const node of nodes) {
    const compared = comparedIn(node);
    if (!compared.some((one) => isUser(one, columns))) continue;
    const name = compared.map(textOf).find((text) => text !== undefined);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The fields that some objects of the tree have. */
type Node = Partial<Expression> & { readonly expression?: Expression; readonly alias?: { readonly text?: string } };

function* nodesOf(select: Select): Generator<Node> {
  const waiting: object[] = [select];
  for (;;) {
    const node = waiting.pop();
    if (!node) return;
    yield node;
    for (const child of Object.values(node).toReversed()) {
      if (typeof child === 'object' && child !== null) waiting.push(child as object);
    }
  }
}

function comparedIn(node: Node): readonly Expression[] {
  switch (node.kind) {
    case 'operator':
    case 'quantified':
      return node.operator === '=' && node.left && node.right ? [node.left, node.right] : [];
    case 'in-list':
      return node.operand && node.items ? [node.operand, ...node.items] : [];
    default:
      return [];
  }
}

function isUser(expression: Expression, columns: ReadonlySet<string>): boolean {
  const inner = innermost(expression);
  return inner.kind === 'column' && columns.has(inner.names.at(-1)?.text.toLowerCase() ?? '');
}

function textOf(expression: Expression): string | undefined {
  const inner = innermost(expression);
  return inner.kind === 'string' ? inner.text : undefined;
}

/** Below casts and functions of one argument. */
function innermost(expression: Expression): Expression {
  let at = expression;
  for (;;) {
    const below: Expression | undefined =
      at.kind === 'cast'
        ? at.operand
        : at.kind === 'function' && at.arguments.length === 1
          ? at.arguments[0]
          : undefined;
    if (!below) return at;
    at = below;
  }
}
