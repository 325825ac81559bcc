import { spoken } from '../spoken.ts';

export const deviceWords = spoken({
  title: 'Connect a device',
  code: 'Code',
  codeHelp: 'The eight letters that the device shows.',
  next: 'Next',
  shows: 'The device shows',
  onlyYours: 'Allow it only if you see this code on a device of your own. Whoever sent you the code would act as you.',
  allowed: 'The device is connected. You can close this window.',
  denied: 'The device is not connected. You can close this window.',
  first: 'To the first page',
});
