/** An access log in the combined format, with AI crawlers and without events. Source: Apache, mod_log_config. */
import { type DemoData, isView, listActions } from './visits.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function toTime(at: Date): string {
  const [year = '', month = '', day = ''] = at.toISOString().slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${at.toISOString().slice(11, 19)} +0000`;
}

/** A private address: nobody's. */
const toAddress = (visitor: number): string =>
  `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
const CRAWLER_ADDRESS = '192.0.2.1';

export function writeAccessLog(data: DemoData): string {
  const views = listActions(data)
    .filter(isView)
    .map(({ at, path, isFirst, visit }) => ({
      ...{ at, address: toAddress(visit.visitor), userAgent: visit.userAgent },
      target: isFirst && visit.query ? `${path}?${visit.query}` : path,
      referrer: (isFirst && visit.referrer) || '-',
    }));
  const crawls = data.crawls.map(({ at, path, userAgent }) => ({
    ...{ at, address: CRAWLER_ADDRESS, userAgent, target: path, referrer: '-' },
  }));
  return [...views, ...crawls]
    .toSorted((a, b) => +a.at - +b.at)
    .map(
      ({ at, address, target, referrer, userAgent }) =>
        `${address} - - [${toTime(at)}] "GET ${target} HTTP/1.1" 200 5120 "${referrer}" "${userAgent}"\n`,
    )
    .join('');
}
