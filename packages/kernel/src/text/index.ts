export { csvLine, csvLineOf, csvText, csvValue } from './csv-line.ts';
export { escapeHtml } from './escape-html.ts';
export { foldAscii } from './fold-ascii.ts';
export { inPieces, readInPieces } from './in-pieces.ts';
export { nameKey } from './name-key.ts';
export { type Comparisons, didYouMean, editDistance, nearest, nearestName } from './nearest.ts';
export { cookieIn, ownCookieName } from './own-cookie.ts';
export { sanitise } from './sanitise.ts';
export { descriptionFault, nameFault, textFault } from './text-fault.ts';
