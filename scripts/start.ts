import { launch } from '../packages/cli/bin/launch.js';
import { keepBuilt, staleBuilds } from './pages/keep-built.ts';

/** `npm start`: what the demo needs and what browsers run are made next to each other. Tools of SQL may connect. */
const stale = staleBuilds();
if (stale.length > 0) console.log('Building the pages of the application, which takes some seconds');
const pagesBuilt = Promise.all(stale.map(keepBuilt)).then(
  () => undefined,
  (error: unknown) => console.error(`The pages are not built, and only programs are answered: ${error}`),
);
await launch(['start', '--dev', ...process.argv.slice(2)], { pagesBuilt, usualSqlPort: 15432 });
