export { browserIn, giveBrowser, giveHop, hopIn } from './browser-cookie.ts';
export { derivedValues } from './derived-values.ts';
export { ownPage } from './own-page.ts';
export { StartRate } from './start-rate.ts';
