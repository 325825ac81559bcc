import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLog } from './create-log.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

function logTo(format: 'json' | 'pretty', level: (typeof levels)[number] | 'silent' = 'trace') {
  let text = '';
  const sink = { write: (line: string) => void (text += line), flush: () => undefined };
  return { ...createLog({ level, format }, sink), written: () => text };
}

const canaries = {
  password: 'canary p@ss/word+1',
  key: 'canary-key-2b7e151628aed2a6',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLW9mLWNhbmFyeQ',
};

/** Builds errors like those of drivers: with the URL in the message, on the error, in its cause, in a list. */
function driverErrors(): readonly unknown[] {
  const url = `postgres://reporter:${encodeURIComponent(canaries.password)}@db.example.com:5432/shop`;
  const refused = Object.assign(new Error(`connect ECONNREFUSED ${url}`), {
    code: 'ECONNREFUSED',
    input: url,
    config: { password: canaries.password, url },
    rawPacket: Buffer.from(`authorization: ${canaries.token}`),
    parameters: [canaries.password],
  });
  return [
    refused,
    new Error('the data source cannot be opened', { cause: new Error('outer', { cause: refused }) }),
    new AggregateError([refused, new Error(`password authentication failed: password='${canaries.password}'`)], 'all'),
    new Error(`bad line in settings: {"password": ${JSON.stringify(canaries.password)}, "key": "${canaries.key}"}`),
    new Error(`401 for Authorization: Bearer ${canaries.token}`),
    `thrown as text: ${url}`,
    { thrown: 'as an object', url, secret: canaries.key },
  ];
}

const encodings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
];

describe.each(['json', 'pretty'] as const)('the log as %s', (format) => {
  it('shows no secret at any level, whatever is thrown', () => {
    const { log, secrets, written } = logTo(format);
    secrets.add(canaries.password);
    secrets.add(canaries.key);
    for (const level of levels) {
      for (const error of driverErrors()) {
        log[level]({ err: error }, 'failed');
        log[level]({ failure: error, deep: { list: [{ error }] } }, String(error));
        if (error instanceof Error) log[level](error);
        log.child({ source: error })[level]('of a child');
      }
      log[level]({ headers: { authorization: canaries.token, Cookie: `session=${canaries.key}` } }, 'headers');
      log[level]({ key: createSecretKey(canaries.key, 'utf8') }, Buffer.from(canaries.key).toString('base64'));
    }
    expect(
      Object.values(canaries)
        .flatMap(encodings)
        .filter((form) => written().includes(form)),
    ).toEqual([]);
    expect(written()).not.toContain('signature');
    expect(written()).toContain('db.example.com');
    expect(written()).toContain('ECONNREFUSED');
  });

  it('hides what has the form of a secret, known or not', () => {
    const { log, written } = logTo(format);
    const unknown = [
      'mysql://root:unheard-of-1@127.0.0.1/shop',
      `token ${canaries.token}`,
      'password=unheard-of-2 host=here',
      '{"apiKey":"unheard-of-3"}',
      'key sk-unheard-of-4-unheard-of',
      'Authorization: Basic unheard-of-5',
      '-----BEGIN PRIVATE KEY-----\nunheard-of-6\n-----END PRIVATE KEY-----',
    ];
    for (const text of unknown) {
      log.error(text);
      log.error({ text, err: new Error(text) }, 'x');
    }
    expect(written()).not.toContain('unheard-of');
    expect(written()).not.toContain('eyJ');
  });

  it('prevents forged log lines and terminal escape sequences', () => {
    const { log, written } = logTo(format);
    const forged = '{"level":"info","msg":"forged"}';
    const hostile = `x\n${forged}\r\n12:00:00 INFO  forged\u001b[2J\u009b31m\u2028\u202egnp.exe`;
    log.child({ requestId: hostile }).warn({ [hostile]: hostile, list: [hostile], err: new Error(hostile) }, hostile);
    const lines = written().trimEnd().split('\n');
    const starts = lines.filter((line) => !line.startsWith('    '));
    expect(starts).toHaveLength(1);
    // oxlint-disable-next-line no-control-regex
    expect(written()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    if (format === 'json') expect(lines.map((line) => JSON.parse(line).msg)).toEqual([hostile]);
  });

  it('bounds the length of a line for any input', () => {
    const { log, written } = logTo(format);
    const long = '://'.repeat(1_000_000);
    log.error({ err: new Error(long, { cause: new Error(long) }), long, list: Array(10_000).fill(long) }, long);
    expect(written().length).toBeLessThan(100_000);
    expect(written()).toContain('(3000000 characters)');
  });
});

it('writes one JSON object per line, with level, time and message', () => {
  const { log, written } = logTo('json', 'info');
  log.debug('not this');
  log.info({ deployment: 1 }, 'first\nmessage');
  log.error({ err: new TypeError('broken') }, 'second');
  const lines = written()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'info', deployment: 1, msg: 'first\nmessage' },
    { level: 'error', msg: 'second', err: { type: 'TypeError', message: 'broken' } },
  ]);
  expect(new Date(lines[0].time).toISOString()).toBe(lines[0].time);
});

it('writes readable single lines, with the stack of an error below', () => {
  const { log, written } = logTo('pretty', 'info');
  log.info({ requestId: 'a-1', path: '/v1/load', words: 'two words' }, 'answered');
  log.warn({ err: new Error('broken') }, 'it failed');
  const [first, second, ...stack] = written().trimEnd().split('\n');
  expect(first).toMatch(/^\d\d:\d\d:\d\d INFO {2}answered requestId=a-1 path=\/v1\/load words="two words"$/);
  expect(second).toMatch(/^\d\d:\d\d:\d\d WARN {2}it failed$/);
  expect(stack[0]).toBe('    Error: broken');
  expect(stack.every((line) => line.startsWith('    '))).toBe(true);
});

it('writes nothing when it is configured as silent', () => {
  const { log, written } = logTo('json', 'silent');
  log.fatal('nothing');
  expect(written()).toBe('');
});
