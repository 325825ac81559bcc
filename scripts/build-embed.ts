import { buildFrames } from './pages/build-frames.ts';

await buildFrames();
