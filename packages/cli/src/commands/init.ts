import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '@orrery/kernel';
import { calledAs, type Command, projectTemplate } from '../command/index.ts';

export const init: Command = {
  usage: 'init DIR',
  summary: 'makes a new project that runs as it is',
  settings: [],
  flags: [],
  words: 1,
  async run({ words: [name = '.'], directory, print }) {
    const target = resolve(directory, name);
    const existing = statSync(target, { throwIfNoEntry: false });
    if (existing && !existing.isDirectory()) throw new OperatorError(`'${name}' is a file.`);
    if (existing && readdirSync(target).length > 0) throw new OperatorError(`The folder '${name}' is not empty.`);
    for (const [path, text] of projectTemplate) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      writeFileSync(join(target, path), text, { flag: 'wx' });
    }
    print(`${name} is a project. Serve it:\n\n  ${calledAs} start --dev --project ${name}`);
    return 0;
  },
};
