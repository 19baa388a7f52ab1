/**
 * A TrueType font file of tables (OpenType 1.9), for PDF, which requires no checksum of the whole file.
 *
 * @param tables - by their names
 */
export function trueTypeFile(tables: Readonly<Record<string, Uint8Array>>): Buffer {
  const names = Object.keys(tables).sort();
  const directory_bytes = 12 + names.length * 16;
  const size = names.reduce((sum, name) => sum + padded(tables[name]!.length), directory_bytes);
  const file = Buffer.alloc(size);
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(names.length, 4);
  let offset = directory_bytes;
  for (const [index, name] of names.entries()) {
    const table = tables[name]!;
    const end = offset + padded(table.length);
    file.set(table, offset);
    const at = 12 + index * 16;
    file.write(name, at, 'latin1');
    file.writeUInt32BE(checkSum(file, offset, end), at + 4);
    file.writeUInt32BE(offset, at + 8);
    file.writeUInt32BE(table.length, at + 12);
    offset = end;
  }
  return file;
}

/** Tables begin at multiples of four bytes. */
function padded(length: number): number {
  return (length + 3) & ~3;
}

function checkSum(file: Buffer, start: number, end: number): number {
  let total = 0;
  for (let at = start; at < end; at += 4) total = (total + file.readUInt32BE(at)) >>> 0;
  return total;
}
