/** Visits of Matomo's `Live.getLastVisitsDetails` in JSON, one a line. Source: matomo-org/matomo, plugins Live and Actions. */
import { campaignOf, type DemoData, type DemoVisit, isView } from './visits.ts';

const BROWSERS: Readonly<Record<string, string>> = { Edge: 'Microsoft Edge' };
const SYSTEMS: Readonly<Record<string, string>> = { macOS: 'Mac', Linux: 'GNU/Linux' };

const toSeconds = (time: Date | undefined): number => Math.floor(+(time ?? 0) / 1000);

function toVisit(visit: DemoVisit, { siteUrl, host }: DemoData): object {
  const { browser, system, isMobile, actions, country } = visit;
  const { source, campaign } = campaignOf(visit);
  const referrerType = campaign ? 'campaign' : visit.referrer ? 'website' : 'direct';
  const device = isMobile ? 'smartphone' : 'desktop';
  return {
    ...{ idSite: '1', idVisit: String(visit.number + 1), visitIp: '0.0.0.0', siteName: host },
    visitorId: (visit.visitor + 1).toString(16).padStart(16, '0'),
    actionDetails: actions.map(action => {
      const [eventCategory, eventAction] = action.event?.split('.') ?? [];
      const named = isView(action) ? { type: 'action' } : { type: 'event', eventCategory, eventAction };
      return { ...named, url: `${siteUrl}${action.path}`, timestamp: toSeconds(action.at) };
    }),
    serverTimestamp: toSeconds(actions.at(-1)?.at),
    firstActionTimestamp: toSeconds(actions[0]?.at),
    lastActionTimestamp: toSeconds(actions.at(-1)?.at),
    ...{ referrerType, referrerName: campaign, campaignSource: source, referrerUrl: visit.referrer },
    deviceType: device,
    deviceTypeIcon: `plugins/Morpheus/icons/dist/devices/${device}.png`,
    operatingSystemName: SYSTEMS[system] ?? system,
    browserName:
      isMobile && browser !== 'Edge'
        ? `${browser === 'Safari' ? 'Mobile Safari' : 'Chrome Mobile'}`
        : (BROWSERS[browser] ?? browser),
    countryCode: country.toLowerCase(),
  };
}

export const writeMatomo = (data: DemoData): string =>
  data.visits.map(visit => `${JSON.stringify(toVisit(visit, data))}\n`).join('');
