import { randomText } from '../core/ids.js';
import { SESSION_PREFIX, SIGN_IN_PREFIX } from '../core/key-format.js';

/** After the prefix: 40 characters of 5.7 bits. It cannot be guessed. */
const LENGTH = 40;

/** Opens one session. It stands in a link. */
export const newSignInToken = (): string => SIGN_IN_PREFIX + randomText(LENGTH);

/** A session's, for its cookie. */
export const newSessionToken = (): string => SESSION_PREFIX + randomText(LENGTH);
