export { backIn, browserIn, giveBack, giveBrowser, giveHop, hopIn, type WayBack } from './browser-cookie.ts';
export { derivedValues } from './derived-values.ts';
export { ownPage } from './own-page.ts';
export { StartRate } from './start-rate.ts';
