/** Signed tokens of the links that unsubscribe from a report. They never expire. */
import { createSignedTokens } from '../../lib/signed-token.ts';

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

/** Creates tokens such as `12.mh3k0q9s.x7…`: an id, an instant and a signature. `secret` is the data folder's own. */
export function createReportTokens(secret: Uint8Array): ReportTokens {
  const tokens = createSignedTokens(secret, 'stop report');
  return {
    create: ({ id, createdAt }) => tokens.create(`${id}.${createdAt.getTime().toString(36)}`),
    parse(token) {
      const [, id, instant = ''] =
        /^([1-9]\d{0,14})\.([0-9a-z]{1,10})$/.exec(tokens.parse(token) ?? '') ?? [];
      return id === undefined
        ? undefined
        : { id: Number(id), createdAt: new Date(Number.parseInt(instant, 36)) };
    },
  };
}
