import { expect, it } from 'vitest';
import { productionFiles, readSources } from './sources.ts';

const sources = readSources(productionFiles('packages/semantic/src/**/*.ts'));

/**
 * Modules that may keep results: the time zone data of the process never changes while it runs. A look-up costs 0.1 ms,
 * and one query needs a hundred of them. Both caches are bounded.
 */
const zonesOfTheProcess = ['packages/semantic/src/time/zone-name.ts', 'packages/semantic/src/time/zone-transitions.ts'];

it('modules of the planner keep nothing between queries except the clocks of zones', () => {
  const holding = sources.filter(({ text }) => {
    const isVariable = /^(?:export )?let /m.test(text);
    const isEmptyCollection =
      /^(?:export )?const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\);/m.test(text);
    const isWeak = /^(?:export )?const .*new Weak(?:Map|Set|Ref)\b/m.test(text);
    const names = [...text.matchAll(/^(?:export )?const (\w+)\b[^;]*?= (?:new (?:Map|Set)\b|\[|\{)/gm)].map(
      ([, name = '']) => name,
    );
    const isChanged = names.some((name) =>
      new RegExp(`^ .*\\b${name}\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice)\\(`, 'm').test(
        withoutShadowed(text, name),
      ),
    );
    return isVariable || isEmptyCollection || isWeak || isChanged;
  });
  expect(holding.map(({ file }) => file).sort()).toEqual(zonesOfTheProcess);
});

/** Leaves out functions that have a local variable of the same name. */
function withoutShadowed(text: string, name: string): string {
  return text
    .split(/^(?=(?:export )?(?:async )?(?:function|class)\b)/m)
    .filter((part) => !new RegExp(`^ +(?:const|let) ${name}\\b`, 'm').test(part))
    .join('');
}
