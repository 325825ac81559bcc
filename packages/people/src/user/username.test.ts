import { expect, it } from 'vitest';
import { emailFault, usernameFault, usernameKey } from './username.ts';

it.each([
  ['Ann', 'ANN'],
  ['straße', 'STRASSE'],
  ['Ωmega', 'ωMEGA'],
  ['ﬁne', 'FINE'],
  ['e\u0301va', '\u00c9VA'],
  ['Ｋelvin', '\u212aelvin'],
  [' ann', 'ann '],
])('the usernames %j and %j are equal', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

it.each(['', '  ', 'a\u0000b', 'a\u200bb', 'a\nb', 'a\u2028b', '\ud800', 'x'.repeat(256)])(
  '%j is not a username',
  (name) => {
    expect(usernameFault(name)).toBeDefined();
  },
);

it.each(['ann', 'ann@example.com', 'Ann Lee', 'Jürgen', '王小明', 'x'.repeat(255)])('%j is a username', (name) => {
  expect(usernameFault(name)).toBeUndefined();
});

it.each(['ann', '@', 'a b@c', 'a@b@c', 'a@', '@b', 'a@b\u0000', `${'x'.repeat(255)}@y`])(
  '%j is not a mail address',
  (email) => {
    expect(emailFault(email)).toBeDefined();
  },
);

it.each(['a@b', 'ann.lee+x@mail.example.com', 'ü@bücher.example'])('%j is a mail address', (email) => {
  expect(emailFault(email)).toBeUndefined();
});
