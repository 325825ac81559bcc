export { blobText } from './blob-text.ts';
export { ByteSink, type EncodedText, encodeText } from './byte-sink.ts';
export { withPoint } from './decimal-text.ts';
export { hasBit } from './has-bit.ts';
export { doubleText, floatText, withoutExponent } from './double-text.ts';
export { mostDecimals, putDecimal, putDouble, trimZeros } from './put-numbers.ts';
export { putPlainText, putUtf8, type TextSource, textSource } from './put-text.ts';
export { dayText, instantText, putDay, putInstant } from './time-text.ts';
export { storedText } from './stored-text.ts';
