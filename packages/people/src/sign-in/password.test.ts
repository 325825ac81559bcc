import { describe, expect, it } from 'vitest';
import { Hashing } from './hashing.ts';
import { lockedUntil } from './lockout.ts';
import { passwordFault, Passwords } from './password.ts';

const passwords = new Passwords();

describe('a password', () => {
  it('matches its own hash, and no other password does', async () => {
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.matches('correct horse battery', hash)).toBe(true);
    expect(await passwords.matches('correct horse batterY', hash)).toBe(false);
    expect(await passwords.matches('', hash)).toBe(false);
    expect(await passwords.matches('x'.repeat(1_001), hash)).toBe(false);
    expect(await passwords.hash('correct horse battery')).not.toBe(hash);
  });

  it('matches in every Unicode composition', async () => {
    expect(await passwords.matches('Cafe\u0301 au lait!', await passwords.hash('Café au lait!'))).toBe(true);
  });

  it('matches hashes made elsewhere, at their cost', async () => {
    // argon2id of `password` with the salt `somesalt`, from the reference implementation's tests (m=256, t=2, p=1).
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await passwords.matches('password', hash)).toBe(true);
    expect(await passwords.matches('Password', hash)).toBe(false);
  });

  it('has the cost that its world gives, and matches where another one is given', async () => {
    const cheap = new Passwords({ memory: 8, passes: 1, parallelism: 1 });
    const hash = await cheap.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await passwords.matches('correct horse battery', hash)).toBe(true);
    expect(await cheap.matches('correct horse batterY', hash)).toBe(false);
    expect(await cheap.matches('', undefined)).toBe(false);
  });

  it('of an unknown user never matches', async () => {
    expect(await passwords.matches('', undefined)).toBe(false);
  });

  it.each([
    ['short', 'has less than 12 characters'],
    ['Ann@Example.com', 'is the username'],
    ['aaaaaaaaaaaa', 'repeats a few characters'],
    ['x'.repeat(1_001), 'has more than 1000 characters'],
    ['correct horse battery', undefined],
    ['пароль из слов', undefined],
  ])('%j: %s', (password, fault) => {
    expect(passwordFault(password, 'ann@example.com')).toBe(fault);
  });
});

describe('the lock', () => {
  const minute = 60_000;
  const now = 100 * minute;
  const ago = (...minutes: number[]) => minutes.map((one) => now - one * minute);

  it.each([
    ['nine failures', ago(0, 1, 2, 3, 4, 5, 6, 7, 8), undefined],
    ['ten in time', ago(0, 1, 2, 3, 4, 5, 6, 7, 8, 14), now + 15 * minute],
    ['ten, the first too long ago', ago(0, 1, 2, 3, 4, 5, 6, 7, 8, 15), undefined],
    ['ten that ended a while ago', ago(14, 14, 15, 16, 17, 18, 19, 20, 21, 22), now + minute],
    ['ten that ended long ago', ago(15, 15, 15, 15, 15, 15, 15, 15, 15, 15), undefined],
  ])('%s', (_, failures, until) => {
    expect(lockedUntil(failures, now)).toBe(until);
  });
});

describe('hashing', () => {
  const work = () => {
    const line = { running: 0, most: 0, ends: [] as (() => void)[] };
    const one = async () => {
      line.running += 1;
      line.most = Math.max(line.most, line.running);
      await new Promise<void>((resolve) => line.ends.push(resolve));
      line.running -= 1;
    };
    const finish = async (count: number) => {
      for (let done = 0; done < count; ) {
        const end = line.ends.shift();
        end?.();
        if (end) done += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { line, one, finish };
  };

  it('runs two at a time, and refuses what exceeds the queue', async () => {
    const hashing = new Hashing();
    const { line, one, finish } = work();
    const all = Array.from({ length: 102 }, (_, index) => hashing.run(`network ${index % 10}`, one));
    await expect(hashing.run('another network', one)).rejects.toThrow('Too many concurrent sign-ins');
    await finish(all.length);
    await Promise.all(all);
    expect(line.most).toBe(2);
  });

  it('leaves slots of the queue to other networks', async () => {
    const hashing = new Hashing();
    const { one, finish } = work();
    const many = Array.from({ length: 22 }, () => hashing.run('attacker', one));
    await expect(hashing.run('attacker', one)).rejects.toThrow('Too many concurrent sign-ins from this network');
    const other = hashing.run('office', one);
    await finish(23);
    await Promise.all([...many, other]);
    const again = hashing.run('attacker', one);
    await finish(1);
    await again;
  });
});
