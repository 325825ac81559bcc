import { buildConsole } from './pages/build-console.ts';

process.env['NODE_ENV'] = 'production';
await buildConsole();
