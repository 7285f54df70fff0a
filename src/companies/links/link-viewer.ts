import { type LinkKeyRow, listLinkKeys } from '../../access/sql/api-keys.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import { noSuch } from '../../core/problems.js';
import { UNLIMITED_AGREEMENT, type Viewer } from '../../core/viewer.js';
import type { Context } from '../../platform/context/context.js';
import { findAgreement } from '../sql/agreements.js';

export interface LinkScope {
  companyId: Id<'company'>;
  mode: Mode;
  /** The key whose code the links carry; absent: the first. */
  keyId?: string;
}

interface LinkViewer {
  /** Sees the same events as the company's keys. */
  viewer: Viewer;
  /** Null: the company has no key of the mode, so there are no links. */
  key: LinkKeyRow | null;
  keys: LinkKeyRow[];
}

/** For links that a member makes. @throws {NoSuchError} for a key that is not the company's, is revoked or of another mode. */
export async function linkViewer(ctx: Context, { companyId, mode, keyId }: LinkScope): Promise<LinkViewer> {
  const [keys, agreement] = await Promise.all([
    listLinkKeys(ctx.sql, { companyId, mode }),
    mode === 'test' ? UNLIMITED_AGREEMENT : findAgreement(ctx.sql, companyId),
  ]);
  const key = keyId === undefined ? (keys[0] ?? null) : (keys.find(({ id }) => id === keyId) ?? null);
  if (key === null && keyId !== undefined) throw noSuch('key', keyId);
  return { viewer: { mode, companyId, ref: key?.ref ?? '', agreement }, key, keys };
}
