/** Privacy signals of browsers: Global Privacy Control (`Sec-GPC`) and Do Not Track (`DNT`). */
import type { IngestSite } from '../../ingest/site-facts.ts';

/** The signals that a request carries. */
export interface PrivacySignals {
  readonly sendsGpc: boolean;
  readonly sendsDnt: boolean;
}

export const readPrivacySignals = (headers: Headers): PrivacySignals => ({
  sendsGpc: headers.get('sec-gpc') === '1',
  sendsDnt: headers.get('dnt') === '1',
});

/** Returns the name of the signal for which a site does not count a visitor; null when there is none. */
export function findHonouredSignal(
  { sendsGpc, sendsDnt }: PrivacySignals,
  { honourGpc, honourDnt }: Pick<IngestSite, 'honourGpc' | 'honourDnt'>,
): string | null {
  if (sendsGpc && honourGpc) return 'Global Privacy Control';
  return sendsDnt && honourDnt ? 'Do Not Track' : null;
}
