export { OwnAddresses, type PublicAddress } from './own-addresses.ts';
export { hostOfRedirect, isLoopbackRedirect, matchesRedirect, redirectFault, withAnswer } from './redirect-uri.ts';
