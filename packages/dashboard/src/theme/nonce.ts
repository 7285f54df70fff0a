import { setNonce } from 'get-nonce';

/**
 * The nonce of this answer's Content-Security-Policy: style sheets that are made at run time (Mantine's variables and
 * responsive props, the lock on scrolling behind a dialog) carry it.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

setNonce(nonce);
