const SNIPPET = `import { createHmac, timingSafeEqual } from 'node:crypto';

// Over the raw body, before it is parsed.
export function verify(secret, timestamp, rawBody, header) {
  const expected = createHmac('sha256', secret).update(timestamp + '.').update(rawBody).digest('hex');
  return header.split(',').filter((part) => part.startsWith('v1=')).some((part) => {
    const [given, ours] = [Buffer.from(part.slice(3)), Buffer.from(expected)];
    return given.length === ours.length && timingSafeEqual(given, ours);
  });
}`;

/** What is said where no endpoint is yet. */
export const EMPTY = {
  webhook: {
    title: 'No webhook yet',
    words: 'Add your address and send a test to it. You see at once what it answered.',
    snippet: { label: 'Check our signature, in Node', code: SNIPPET },
  },
  postback: {
    title: 'No postback yet',
    words: 'Write your tracker’s address with placeholders. As you write, you see what it becomes for a sale.',
    snippet: {
      label: 'A postback address',
      code: 'https://tracker.example/postback?cid={sub_id}&payout={amount}&currency={currency}&status={status}',
    },
  },
};
