export { beginDevice } from './begin-device.ts';
