import { copyPiece, type PreparedDocument } from './prepared-document.js';

const COMMA = 0x2c;

/** Reads documents where they lie in somebody's memory. */
export interface Borrower {
  /** Called before they are moved or written over. */
  copyOut(): void;
}

/** Whose memory documents lie in. */
export interface Lender {
  lend(borrower: Borrower): void;
  giveBack(borrower: Borrower): void;
}

/** The documents of a page, copied together once and never decoded. */
export class PageDocuments implements Borrower {
  private taken = false;

  /** @param lender in whose memory they lie; null: nobody else's. */
  constructor(
    private documents: readonly PreparedDocument[],
    private lender: Lender | null = null,
  ) {
    lender?.lend(this);
  }

  copyOut(): void {
    this.documents = this.documents.map(copyOf);
    this.lender = null;
  }

  /**
   * `before`, the documents joined by commas, with the partner's code in each, and `after`; once, because from then on their
   * memory may be used for others.
   */
  join(before: string, code: string, after: string): Buffer {
    const ref = Buffer.from(code);
    const documents = this.take();
    let size = Buffer.byteLength(before) + Math.max(0, documents.length - 1) + Buffer.byteLength(after);
    for (const document of documents) size += document.length + (document.ref === -1 ? 0 : ref.length - 1);
    const target = Buffer.allocUnsafe(size);
    let at = target.write(before);
    for (let i = 0; i < documents.length; i += 1) {
      if (i > 0) target[at++] = COMMA;
      at = finishInto(target, at, documents[i] as PreparedDocument, ref);
    }
    target.write(after, at);
    return target;
  }

  /** Each document by itself, with the partner's code in it; once. */
  finish(code: string): Buffer[] {
    const ref = Buffer.from(code);
    return this.take().map((document) => {
      const target = Buffer.allocUnsafe(document.length + ref.length);
      return target.subarray(0, finishInto(target, 0, document, ref));
    });
  }

  /** The documents, to be read at once. */
  private take(): readonly PreparedDocument[] {
    if (this.taken) throw new Error('the documents of this page were taken before');
    this.taken = true;
    this.lender?.giveBack(this);
    return this.documents;
  }
}

/** A document in memory of its own. */
function copyOf(document: PreparedDocument): PreparedDocument {
  const { bytes, at, length } = document;
  return { ...document, bytes: Buffer.from(bytes.subarray(at, at + length)), at: 0 };
}

/** Returns where it ends. */
function finishInto(target: Buffer, at: number, document: PreparedDocument, code: Buffer): number {
  const { bytes, at: start, length, ref } = document;
  if (ref === -1) return copyPiece(target, at, bytes, start, start + length);
  const end = copyPiece(target, at, bytes, start, start + ref);
  target.set(code, end);
  return copyPiece(target, end + code.length, bytes, start + ref + 1, start + length);
}
