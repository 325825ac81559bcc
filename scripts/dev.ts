import { launch } from '../packages/cli/bin/launch.js';
import { developmentPages } from './pages/console-development.ts';
import { keepBuilt } from './pages/keep-built.ts';

/** `npm run dev`: the server with the sources of the application, which open pages follow while they change. */
await launch(['start', '--dev', ...process.argv.slice(2)], {
  pagesBuilt: keepBuilt('frames'),
  developmentPages: await developmentPages(),
  usualSqlPort: 15432,
});
