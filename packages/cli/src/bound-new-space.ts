import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const lookEveryMs = 250;
const megabyte = 1024 * 1024;
/** Of both halves together. Twice of it makes nothing faster that was measured. */
const enoughBytes = 16 * megabyte;

/**
 * V8 (13.6, in Node 24) lets the space of young objects grow to 128 MB once some megabytes outlive a collection, and then
 * fills all of it with garbage before it looks again: memory that is never given back under load, and longer pauses.
 * What bounds it is read before any code of ours runs, so it is told to stop growing when it is large enough, and to
 * grow again when a quiet time has made it small. `bin/orrery.js` bounds the threads, which start later.
 */
export function boundNewSpace(): void {
  let mayGrow = true;
  setInterval(() => {
    const isSmall = newSpaceBytes() < enoughBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  }, lookEveryMs).unref();
}

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
