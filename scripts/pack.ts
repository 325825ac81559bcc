import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packPackage } from './package/pack-package.ts';
import { root } from './take-steps.ts';

/** `npm run pack`: the package `orrery` as one file, which `npm install` takes and a registry publishes. */
const file = await packPackage(join(root, 'dist/pack'));
console.log(`${relative(root, file)} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
