import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveBounds, type ArchiveBounds } from './archive-bounds.ts';
import { BadArchive } from './bad-archive.ts';
import { readArchive } from './read-archive.ts';
import { unpackArchive } from './unpack-archive.ts';
import { type ZippedFile, zipOf, zipOfTexts } from './zip-for-test.ts';

const settings: ZippedFile = { name: 'orrery.yml', text: 'data_sources: {}' };

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-archive-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

let unpacked = 0;

const unpack = async (bytes: Buffer, bounds?: ArchiveBounds) =>
  unpackArchive(await readArchive(bytes, bounds), join(directory, `inside-${++unpacked}`));

async function faultOf(files: readonly ZippedFile[] | Buffer, bounds?: Partial<ArchiveBounds>): Promise<string> {
  const bytes = Buffer.isBuffer(files) ? files : zipOf([settings, ...(files as readonly ZippedFile[])]);
  const error = await unpack(bytes, { ...archiveBounds, ...bounds }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BadArchive);
  expect(readdirSync(directory).filter((name) => !name.startsWith('inside-'))).toEqual([]);
  return (error as BadArchive).message;
}

it('unpacks files and folders, readable for their owner only', async () => {
  const files = [
    settings,
    { name: 'model/' },
    { name: 'model/cubes/orders.yml', text: 'cubes: []' },
    { name: 'data/empty.csv' },
    { name: 'data/zürich.csv'.normalize('NFD'), text: 'a\n1\n' },
    { name: 'data/large.bin', text: Buffer.alloc(300_000, 'abc') },
  ];
  const archive = await readArchive(zipOf(files));
  expect([archive.files.length, archive.bytes]).toEqual([5, 300_000 + 16 + 9 + 4]);
  await unpackArchive(archive, directory);
  expect(readFileSync(join(directory, 'model/cubes/orders.yml'), 'utf8')).toBe('cubes: []');
  expect(readFileSync(join(directory, 'data/zürich.csv'), 'utf8')).toBe('a\n1\n');
  expect(readFileSync(join(directory, 'data/large.bin')).equals(Buffer.alloc(300_000, 'abc'))).toBe(true);
  expect(statSync(join(directory, 'orrery.yml')).mode & 0o777).toBe(0o600);
  expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700);
});

describe('41: refuses a path out of the folder before anything is written', () => {
  it.each([
    ['../out.txt', 'leads out'],
    ['model/../../out.txt', 'leads out'],
    ['/etc/out.txt', 'leads out'],
    ['C:/out.txt', 'character'],
    ['..\\out.txt', 'character'],
    ['model\\out.yml', 'character'],
    ['..', 'leads out'],
    ['/', 'leads out'],
    ['model//out.yml', 'empty name'],
    ['./model/out.yml', 'empty name'],
    ['model/./out.yml', 'empty name'],
    ['.env', 'is hidden'],
    ['.orrery/master.key', 'is hidden'],
    ['model/.git/config', 'is hidden'],
    ['data/a\nb.csv', 'character'],
    ['data/a\0b.csv', 'character'],
    ['data/file:stream', 'character'],
    ['data/*.csv', 'character'],
    ['data/a[0-9].csv', 'character'],
    ['data/out.csv.', 'ends with a dot'],
    ['data /out.csv', 'ends with a dot or a space'],
    [`${'a/'.repeat(16)}b`, 'more than 16 folders'],
    [`data/${'ü'.repeat(200)}`, 'longer than 400 bytes'],
    ['x'.repeat(300), 'a name longer than 255 bytes'],
    // Each character takes three bytes as uploaded, six as written to disk.
    ['\u0958'.repeat(60), 'a name longer than 255 bytes'],
    ['con', 'a device on Windows'],
    ['data/aux.csv', 'a device on Windows'],
    ['NUL.tar.gz', 'a device on Windows'],
    ['Com1/a.csv', 'a device on Windows'],
    ['data/lpt¹ .csv', 'a device on Windows'],
    ['data/\u202evsc.exe', 'invisible'],
    ['data/a\u2066b', 'invisible'],
    ['data/a\u200bb', 'invisible'],
    ['data/a\u2028b', 'invisible'],
    ['data/a\u0085b', 'character'],
    ['data/a\u00a0', 'ends with a dot or a space'],
    ['data/out. ', 'ends with a dot or a space'],
  ])('%j', async (name, message) => {
    expect(await faultOf([{ name, text: 'x' }])).toContain(message);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses names that are not UTF-8', async () => {
    expect(await faultOf([{ name: Buffer.from([0x61, 0xff, 0x62]), text: 'x' }])).toContain('character');
  });

  it('lists all bad names, with different faults', async () => {
    const names = ['../a', '/b', 'c\\d', 'con', 'aux.csv', 'e\u202ef', 'x'.repeat(300), 'g.'];
    const message = await faultOf(names.map((name) => ({ name })));
    const shown = [
      '"../a"',
      '"/b"',
      '"c\\\\d"',
      '"con"',
      '"aux.csv"',
      '"e\\u202ef"',
      `"${'x'.repeat(200)}..."`,
      '"g."',
    ];
    for (const name of shown) expect(message).toContain(name);
  });

  it('accepts names that only resemble device names', async () => {
    const files = ['data/con1.csv', 'data/auxiliary.csv', 'data/icon', 'data/com10.txt', 'data/console/a.csv'];
    await unpack(zipOf([settings, ...files.map((name) => ({ name, text: 'x' }))]));
  });

  it('lists up to twenty bad names', async () => {
    const message = await faultOf([{ name: '.a' }, { name: 'b ' }, ...many(30, (n) => ({ name: `.c${n}` }))]);
    expect(message).toContain('".a" is hidden');
    expect(message).toContain('"b " has a name that ends');
    expect(message.match(/is hidden/g)?.length).toBe(19);
  });
});

describe('refuses anything but plain files', () => {
  it.each([
    ['a link', 0o120777],
    ['a named pipe', 0o010644],
    ['a device', 0o060644],
    ['a socket', 0o140644],
  ])('%s', async (_, mode) => {
    expect(await faultOf([{ name: 'data/link', text: '/etc/passwd', mode }])).toContain('is a link or a device');
  });

  it('refuses a link that a file is written through', async () => {
    const message = await faultOf([
      { name: 'data', text: '/tmp', mode: 0o120777 },
      { name: 'data/out.txt', text: 'x' },
    ]);
    expect(message).toContain('is a link');
  });

  it.each([
    ['an encrypted file', { flags: 0x801 }],
    ['another compression', { method: 12 }],
  ])('%s', async (_, says) => {
    expect(await faultOf([{ name: 'data/a.csv', text: 'x', says }])).toContain('is encrypted, or compressed');
  });
});

describe('refuses two files with one name', () => {
  it.each([
    ['model/a.yml', 'model/a.yml'],
    ['model/a.yml', 'model/A.yml'],
    ['data/é.csv', 'data/é.csv'.normalize('NFD')],
    ['Orrery.yml', 'x.csv'],
  ])('%j and %j', async (first, second) => {
    expect(
      await faultOf([
        { name: first, text: '1' },
        { name: second, text: '2' },
      ]),
    ).toContain('is there twice');
  });

  it('refuses a file that is also a folder of other files', async () => {
    expect(
      await faultOf([
        { name: 'data', text: '1' },
        { name: 'data/a.csv', text: '2' },
      ]),
    ).toContain('in something that is a file');
  });
});

describe('44: refuses an archive that unpacks to more than the limit before unpacking', () => {
  it.each([
    ['the archive', { archiveBytes: 100 }, [], 'larger than 100 bytes'],
    ['entries', { entries: 3 }, many(3, (n) => ({ name: `data/${n}` })), 'more than 3 files'],
    ['all files', { bytes: 1_000 }, [{ name: 'data/a', text: 'x'.repeat(1_000) }], 'unpacks to more than 1000'],
    ['the settings', { settingsBytes: 5 }, [], '"orrery.yml" is larger than 5 bytes'],
    ['access tests', { testBytes: 5 }, [{ name: 'Access_Tests/a.yml', text: 'tests:' }], 'bytes of access tests'],
    ['the model', { modelBytes: 20 }, [{ name: 'model/a.yaml', text: 'cubes: []' }], 'bytes of YAML'],
  ] as const)('%s', async (_, bounds, files, message) => {
    expect(await faultOf(files, bounds)).toContain(message);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('stops at a file that unpacks to more than its declared size', async () => {
    const bomb = { name: 'data/bomb', text: Buffer.alloc(50_000_000), says: { size: 100 } };
    expect(await faultOf([bomb])).toContain('it is not what the archive says');
    expect(statSync(join(directory, `inside-${unpacked}/data/bomb`)).size).toBeLessThanOrEqual(100);
  });

  it('stops at a file that unpacks to less, or to other content', async () => {
    expect(await faultOf([{ name: 'data/a', text: 'abc', says: { size: 5 } }])).toContain('not what the archive says');
    expect(await faultOf([{ name: 'data/a', text: 'abc', says: { crc: 7 } }])).toContain('"data/a" is damaged');
  });
});

describe('refuses an archive that is not a project', () => {
  it('refuses a file that is no archive, and half of an archive', async () => {
    const whole = zipOf([settings, { name: 'data/a', text: 'x'.repeat(1_000) }]);
    for (const bytes of [Buffer.alloc(0), Buffer.from('{}'), whole.subarray(0, -30), whole.subarray(40)]) {
      expect(await faultOf(bytes)).toContain('cannot be read as ZIP');
    }
  });

  it('refuses an archive without orrery.yml, and says where one was found', async () => {
    expect(await faultOf(zipOfTexts({ 'model/a.yml': '' }))).toContain('has no orrery.yml at its top');
    const message = await faultOf(zipOfTexts({ 'shop/orrery.yml': '', 'shop/model/a.yml': '' }));
    expect(message).toContain('archive what is in that folder');
  });
});

function many(count: number, make: (n: number) => ZippedFile): readonly ZippedFile[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
