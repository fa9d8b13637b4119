/** Signed tokens of the links that unsubscribe from a report. They never expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The report that a link unsubscribes from. The id alone is ambiguous: after a backup was restored it may be assigned again. */
export interface LinkedReport {
  readonly id: number;
  readonly createdAt: Date;
}

export interface ReportTokens {
  create(report: LinkedReport): string;
  /** Returns the report of a token; undefined for a token that this server has not signed. */
  parse(token: string): LinkedReport | undefined;
}

/** Tokens such as `12.mh3k0q9s.x7…`: an id, an instant, and an HMAC of both. `secret` is the data folder's own. */
export function createReportTokens(secret: Uint8Array): ReportTokens {
  const sign = (held: string): Buffer => createHmac('sha256', secret).update(`stop report ${held}`).digest();
  return {
    create({ id, createdAt }) {
      const held = `${id}.${createdAt.getTime().toString(36)}`;
      return `${held}.${sign(held).toString('base64url')}`;
    },
    parse(token) {
      const [, held = '', id = '', instant = '', code = ''] =
        /^(([1-9]\d{0,14})\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(token) ?? [];
      const [given, expected] = [Buffer.from(code, 'base64url'), sign(held)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return { id: Number(id), createdAt: new Date(Number.parseInt(instant, 36)) };
    },
  };
}
