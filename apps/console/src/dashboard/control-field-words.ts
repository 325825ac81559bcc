import { fieldTexts } from '@orrery/embed';
import { spoken } from '../words/spoken.ts';

/** Texts of the inputs of controls, which are loaded with the first control. */
export const controlFieldWords = spoken({ ...fieldTexts, locked: 'Set by the author', isOn: 'On' });
