/** A sentence of ours, with what stands between back quotes as code. */
export function InlineCode({ of: text }: { of: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part));
}
