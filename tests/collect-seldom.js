// Loaded before the files that run together. Before version 14.8, V8 counts each byte of a buffer that was made since the
// last collection of the whole heap, and starts the next one for every few megabytes, while a young generation as large as
// theirs is hardly ever collected. With this flag it counts what buffers hold, as later versions do without it.
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.v8.split('.').map(Number);
if (major < 14 || (major === 14 && minor < 8)) setFlagsFromString('--external-memory-accounted-in-global-limit');
