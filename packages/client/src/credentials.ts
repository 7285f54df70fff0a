import { untilAborted } from './deadline.js';
import type { TokenAnswer } from './generated/schemas.js';

/** Who calls. */
export interface Credentials {
  /** Value of `Authorization`; null: none. */
  authorization(signal: AbortSignal): Promise<string | null>;
  /** The service refused this value. @returns whether another one may do. */
  refused(authorization: string | null): boolean;
}

/** A key, or none. */
export function fixedCredentials(key: string | undefined): Credentials {
  return { authorization: async () => (key === undefined ? null : `Bearer ${key}`), refused: () => false };
}

/** A token is renewed this long before it ends. */
const EARLY_MS = 60_000;

interface Token {
  authorization: string;
  /** Milliseconds since 1970. */
  renewAt: number;
  endsAt: number;
}

/** Access tokens of an OAuth client: one request for all calls that need one, and a new one a minute before the last ends. */
export class OAuthCredentials implements Credentials {
  private token: Token | null = null;
  private renewal: Promise<Token> | null = null;

  /** @param request asks the service for a token. */
  constructor(
    private readonly request: () => Promise<TokenAnswer>,
    private readonly now: () => number = Date.now,
  ) {}

  async authorization(signal: AbortSignal): Promise<string> {
    const { token } = this;
    if (token && this.now() < token.renewAt) return token.authorization;
    this.renewal ??= this.renew();
    try {
      // A caller's signal must not end a request that others wait for too.
      return (await untilAborted(this.renewal, signal)).authorization;
    } catch (error) {
      if (!signal.aborted && this.token === token && token && this.now() < token.endsAt) return token.authorization;
      throw error;
    }
  }

  refused(authorization: string | null): boolean {
    if (this.token?.authorization === authorization) this.token = null;
    return true;
  }

  private async renew(): Promise<Token> {
    const asked = this.now();
    try {
      const { access_token, expires_in } = await this.request();
      const endsAt = asked + expires_in * 1000;
      this.token = { authorization: `Bearer ${access_token}`, endsAt, renewAt: endsAt - EARLY_MS };
      return this.token;
    } finally {
      this.renewal = null;
    }
  }
}
