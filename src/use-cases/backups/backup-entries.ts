const NEWLINE = 10;

/** @returns how many lines end in the bytes: each row of a table ends its line */
export function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Names of the entries of a backup, in their order: header, tables, files, manifest. */
export const PATHS = {
  header: 'header.json',
  manifest: 'manifest.json',
  part: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.copy`,
  file: (key: string) => `files/${key}`,
};

/** @returns the table of a part, or the key of a file; undefined for other entries */
export function entryOf(
  path: string,
): { readonly kind: 'table' | 'file'; readonly name: string } | undefined {
  // Backups of earlier versions have tables with any name, which the header lists.
  const part = /^tables\/(.{1,63})\/\d{6,9}\.copy$/s.exec(path);
  if (part) return { kind: 'table', name: part[1]! };
  const file = /^files\/([a-z0-9/-]{1,260})$/.exec(path);
  return file ? { kind: 'file', name: file[1]! } : undefined;
}
