import type { Viewer } from '../../domain/viewer.js';

const SANDBOX = 'sandbox: these are sample events; no ticket is real and no money moves.';

/** What every list answered to a test key says. */
export function sandboxNotice(viewer: Viewer): string[] {
  return viewer.mode === 'test' ? [SANDBOX] : [];
}
