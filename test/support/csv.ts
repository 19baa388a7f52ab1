/** The fields of a record, read by RFC 4180. */
export function fieldsOf(record: string): string[] {
  const text = `${record.replace(/\r\n$/, '')},`;
  const fields = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/gy);
  return [...fields].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!);
}
