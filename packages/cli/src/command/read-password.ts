import { OperatorError } from '@orrery/kernel';

/** Longest password that is read. */
const mostBytes = 1024;
const [ctrlC, ctrlD, backspace, del] = ['\u0003', '\u0004', '\b', '\u007f'];

/**
 * Asks for a new password twice on a terminal, without showing it, or takes the first line of what is piped in.
 *
 * @throws OperatorError
 */
export async function readNewPassword(prompt: string): Promise<string> {
  const { stdin } = process;
  if (!stdin.isTTY) return usable(await firstLine(stdin));
  const password = usable(await readHidden(stdin, prompt));
  if ((await readHidden(stdin, 'The same again: ')) !== password) {
    throw new OperatorError('The two passwords differ. Nothing was made.');
  }
  return password;
}

function usable(password: string): string {
  if (password === '') throw new OperatorError('The password is empty.');
  if (Buffer.byteLength(password) > mostBytes) {
    throw new OperatorError(`The password is longer than ${mostBytes} bytes.`);
  }
  if (password.includes('\0')) throw new OperatorError('The password has a zero byte.');
  return password;
}

/** Reads no more than is needed: what follows may be a whole file. */
async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    const end = chunk.indexOf(0x0a);
    chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
    size += chunk.length;
    if (end >= 0 || size > mostBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8').replace(/\r$/, '');
}

function readHidden(stdin: NodeJS.ReadStream, prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed: string[] = [];
  const take = (text: string) => {
    for (const character of text) {
      if (character === ctrlC || character === ctrlD) return reject(new OperatorError('Stopped. Nothing was made.'));
      if (character === '\r' || character === '\n') return resolve(typed.join(''));
      if (character === backspace || character === del) typed = typed.slice(0, -1);
      else typed.push(character);
    }
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', take).resume();
  return promise.finally(() => {
    stdin.off('data', take).pause();
    stdin.setRawMode(false);
    process.stderr.write('\n');
  });
}
