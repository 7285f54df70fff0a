/** For receivers of webhooks: check the signature, and keep the newest of what arrives twice and out of order. */
export { fastifyPlugin, nodeHandler } from './node.js';
export { isNewer, type Version, versionOf } from './order.js';
export { type ReceiverOptions, webHandler } from './receive.js';
export {
  type VerificationFailure,
  type VerifyOptions,
  verify,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify.js';
