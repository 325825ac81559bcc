import { expect, it } from 'vitest';
import { shownParameters } from './shown-parameters.ts';

it.each(['code', 'state', 'id_token', 'access_token', 'response', 'SAMLResponse'])(
  'an admin sees that an answer has %s, and not its value',
  (name) => {
    const shown = shownParameters(new URLSearchParams({ [name]: 'secret', error: 'access_denied' }));
    expect(shown).toEqual({ [`${name} (in the address)`]: 'is there', 'error (in the address)': 'access_denied' });
  },
);
