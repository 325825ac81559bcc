import { buildPages } from './pages/build-pages.ts';

await buildPages();
