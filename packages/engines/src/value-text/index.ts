export { blobText } from './blob-text.ts';
export { withPoint } from './decimal-text.ts';
export { doubleText, floatText } from './double-text.ts';
