import { spoken } from './spoken.ts';

/** Texts about charts of HTML. */
export const htmlWords = spoken({
  template: 'Template',
  templateHelp:
    'HTML with {{...}} over result.data and result._first, such as {{result._first._text.amount}}. Scripts read orrery.result. It runs in a frame that reaches nothing.',
});
