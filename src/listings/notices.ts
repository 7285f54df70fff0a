import { certificateNotices } from '../core/certificate-notices.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';

const SANDBOX = 'sandbox: these are sample events; no ticket is real and no money moves.';

/** Notices of every list of events, or about them, for this viewer. */
export function viewerNotices(ctx: Context, viewer: Viewer): string[] {
  const notices = viewer.mode === 'test' ? [SANDBOX] : [];
  return viewer.certificates ? [...notices, ...certificateNotices(viewer, ctx.clock.now())] : notices;
}
