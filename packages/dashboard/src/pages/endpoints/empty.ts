import postbackAddress from '../../examples/postback-address.txt?raw';
import verifySignature from '../../examples/verify-signature.ts?raw';

/** The words where there is no endpoint yet. */
export const EMPTY = {
  webhook: {
    title: 'No webhooks yet',
    text: 'Add your URL and send it a test. You see the response right away.',
    snippet: { label: 'Verify the signature, in TypeScript', code: verifySignature.trim() },
  },
  postback: {
    title: 'No postbacks yet',
    text: 'Enter your tracker’s URL with placeholders. As you type, you see what we would call for a sale.',
    snippet: { label: 'A postback URL', code: postbackAddress.trim() },
  },
};
