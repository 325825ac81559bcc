import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string | Buffer;
  readonly text?: string | Buffer;
  /** Unix mode with the kind of the file: `0o120777` is a link. */
  readonly mode?: number;
  /** Wrong values to state in the archive. */
  readonly says?: { readonly size?: number; readonly crc?: number; readonly method?: number; readonly flags?: number };
}

/** Builds an archive from these files, valid or hostile. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text = '', mode = 0, says = {} } of files) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(says.flags ?? 0x800, 2); // names are UTF-8
    common.writeUInt16LE(says.method ?? 8, 4);
    common.writeUInt32LE((says.crc ?? crc32(bytes)) >>> 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says.size ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), common, nameBytes, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, more, nameBytes);
    offset += 4 + common.length + nameBytes.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

/** Text files by their paths. */
export function zipOfTexts(texts: Readonly<Record<string, string>>): Buffer {
  return zipOf(Object.entries(texts).map(([name, text]) => ({ name, text })));
}
