import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  /** With its folder. */
  name: string;
  /** Texts are UTF-8. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** False for content that is compressed already: PDFs, pictures, other ZIP files. */
  compress: boolean;
}

/** A ZIP file, written while its entries are read. Nothing of an entry is kept after it was written. */
export async function* zipFile(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { madeAt }: { madeAt: Date },
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for await (const { name, content, compress } of entries) {
    const entry = compress ? new ZipDeflate(name) : new ZipPassThrough(name);
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const part of content) {
      entry.push(typeof part === 'string' ? strToU8(part) : part);
      yield* written.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}
