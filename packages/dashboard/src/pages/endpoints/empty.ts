import postbackAddress from '../../examples/postback-address.txt?raw';
import verifySignature from '../../examples/verify-signature.ts?raw';

/** What is said where no endpoint is yet. */
export const EMPTY = {
  webhook: {
    title: 'No webhook yet',
    words: 'Add your address and send a test to it. You see at once what it answered.',
    snippet: { label: 'Verify our signature, in TypeScript', code: verifySignature.trim() },
  },
  postback: {
    title: 'No postback yet',
    words: 'Write your tracker’s address with placeholders. As you write, you see what it becomes for a sale.',
    snippet: { label: 'A postback address', code: postbackAddress.trim() },
  },
};
