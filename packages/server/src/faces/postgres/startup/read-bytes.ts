import type { Duplex } from 'node:stream';

/** Reads exactly so many bytes of a stream that nothing else reads. @returns undefined when it ends before */
export function readBytes(stream: Duplex, count: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (bytes: Buffer | undefined) => {
      stream.off('readable', look);
      stream.off('end', onEnd);
      stream.off('close', onEnd);
      resolve(bytes);
    };
    const onEnd = () => settle(undefined);
    const look = () => {
      const bytes = stream.read(count) as Buffer | null; // no encoding is set
      if (bytes === null) return;
      settle(bytes.length === count ? bytes : undefined);
    };
    stream.on('readable', look);
    stream.on('end', onEnd);
    stream.on('close', onEnd);
    if (stream.destroyed) onEnd();
    else look();
  });
}
