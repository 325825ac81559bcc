import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const lookEveryMs = 250;
const megabyte = 1024 * 1024;
/** Size of both halves together. Twice as much made no measured load faster. */
const enoughBytes = 16 * megabyte;

/**
 * Bounds the space for young objects. V8 (13.6, in Node 24) lets it grow to 128 MB once some megabytes outlive a
 * collection, and then fills all of it with garbage before the next one: memory that is not given back under load, and
 * longer pauses. The option with the bound is read before our code runs, so this stops the growth when the space is
 * large enough, and allows it again after a quiet time has shrunk it. `bin/launch.js` bounds the threads, which start
 * later, and stops it before: the modules of the command alone would let it grow to 32 MB.
 */
export function boundNewSpace(): void {
  let mayGrow = false;
  const look = () => {
    const isSmall = newSpaceBytes() < enoughBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
  look();
  setInterval(look, lookEveryMs).unref();
}

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
