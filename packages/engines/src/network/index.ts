export { AddressRefused, guardedLookup, GuardedSocket } from './guarded-socket.ts';
export { isOpenAddress, type NetworkRule } from './open-addresses.ts';
export { openSocket } from './open-socket.ts';
