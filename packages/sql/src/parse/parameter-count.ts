import type { Expression, Select } from '../syntax/index.ts';

/** The highest number of a parameter in a statement; 0: it has none. */
export function parameterCount(select: Select): number {
  let most = 0;
  const waiting: object[] = [select];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { kind, number } = node as Partial<Expression & { kind: 'parameter' }>;
    if (kind === 'parameter' && number !== undefined && number > most) most = number;
    for (const child of Object.values(node)) {
      if (typeof child === 'object' && child !== null) waiting.push(child as object);
    }
  }
  return most;
}
