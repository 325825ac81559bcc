import { createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { databaseForTest } from './mysql-for-test.ts';
import { requireSelect } from './require-select.ts';

/** Never fires. */
const patient = new AbortController().signal;

it.each([
  'INSERT INTO t VALUES (1)',
  'DELETE FROM t',
  'DROP TABLE t',
  'CALL p()',
  'SET @x = 1',
  'DO SLEEP(1)',
  'HANDLER t OPEN',
  'SHOW GRANTS',
  "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t",
  "SELECT 'a' INTO OUTFILE '/tmp/x'",
  "SELECT 'a' /* */ INTO/**/DUMPFILE '/tmp/x'",
  "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */",
  "SELECT 1 /*M!100000 INTO OUTFILE '/tmp/x' */",
  'SELECT 1 INTO @x',
  'SELECT @x := 1',
  "SELECT LOAD_FILE('/etc/passwd')",
  "SELECT load_file ('/etc/passwd')",
  "SELECT GET_LOCK('a', 1)",
  'SELECT * FROM t FOR UPDATE',
  'SELECT * FROM t LOCK IN SHARE MODE',
  "SELECT 'it\\' INTO OUTFILE '/tmp/x' -- '",
  '(SELECT 1) INTO OUTFILE "x"',
])('refuses %s', (text) => {
  expect(() => requireSelect(text)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
});

it.each([
  'SELECT 1',
  '  (SELECT 1)',
  '-- a comment\n# another\n/* and one */ WITH t AS (SELECT 1) SELECT * FROM t',
  "SELECT 'INTO', \"into\", `for update`, ':=' -- INTO",
  "SELECT 'it''s' || '\\' AS x",
  'SELECT a--1 FROM t',
  'SELECT into_stock, load_file FROM t',
])('lets %s through', (text) => {
  expect(() => requireSelect(text)).not.toThrow();
});

it('runs one statement, and no second one', async () => {
  const engine = await (await databaseForTest()).open();
  const run = engine.run({ text: 'SELECT 1; SELECT 2', params: [] }, new AbortController().signal);
  await expect(run).rejects.toMatchObject({ errorClass: 'statement' });
});

it('does not let a function write, whatever its tables are kept in', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE kept (x INT)');
  await ask('CREATE TABLE plain (x INT) ENGINE = MyISAM');
  await ask('CREATE SEQUENCE numbers');
  await ask('CREATE FUNCTION keep() RETURNS INT BEGIN INSERT INTO kept VALUES (1); RETURN 1; END');
  await ask('CREATE FUNCTION put() RETURNS INT BEGIN INSERT INTO plain VALUES (1); RETURN 1; END');
  const engine = await open();
  for (const text of ['SELECT keep()', 'SELECT put()', 'SELECT NEXTVAL(numbers)']) {
    const run = engine.run({ text, params: [] }, new AbortController().signal);
    await expect(run, text).rejects.toMatchObject({ errorClass: 'forbidden' });
  }
  expect(await ask('SELECT * FROM kept UNION ALL SELECT * FROM plain')).toEqual([]);
});

it('does not hand a file to a server that asks for one', async () => {
  const { settings, ask } = await databaseForTest();
  await ask('CREATE TABLE t (x TEXT)');
  const asked: Buffer[] = [];
  const server = await greedyServer(asked);
  const engine = await (await databaseForTest()).open({ ...settings, port: server.port });
  await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(Buffer.concat(asked).toString('latin1')).not.toContain('root:');
  server.close();
});

it.each(['mysql_clear_password', 'dialog'])('does not tell a server its password when asked by %s', async (plugin) => {
  const { settings } = await databaseForTest();
  const asked: Buffer[] = [];
  const server = await greedyServer(asked, plugin);
  const engine = await (await databaseForTest()).open({ ...settings, port: server.port });
  await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(Buffer.concat(asked).toString('latin1')).not.toContain(settings.password);
  server.close();
});

/** Lets everybody in, or asks for another way to log in, and answers each statement with a request for a file. */
async function greedyServer(heard: Buffer[], plugin?: string): Promise<{ readonly port: number; close(): void }> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    const salt = Buffer.alloc(20, 0x41);
    const greeting = Buffer.concat([
      Buffer.from([10]),
      Buffer.from('8.0.0\0'),
      Buffer.from([1, 0, 0, 0]),
      salt.subarray(0, 8),
      Buffer.from([0]),
      Buffer.from([0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21]),
      Buffer.alloc(10),
      salt.subarray(8),
      Buffer.from([0]),
      Buffer.from('mysql_native_password\0'),
    ]);
    const send = (sequence: number, body: Buffer) => {
      const head = Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence]);
      socket.write(Buffer.concat([head, body]));
    };
    send(0, greeting);
    socket.on('data', (data) => {
      heard.push(data);
      const isStatement = data[3] === 0;
      if (isStatement) send(1, Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')]));
      else if (plugin !== undefined) send(2, Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${plugin}\0`), salt]));
      else send((data[3] ?? 0) + 1, Buffer.from([0, 0, 0, 2, 0, 0, 0]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() };
}
