/** Fathom's files of page views and events, with all dimensions in a row of an hour. Source: as of its reader. */
import { toCsv, toZip } from './text.ts';
import { campaignOf, type DemoData, isView, listActions } from './visits.ts';

export function writeFathom(data: DemoData): Buffer {
  const views = new Set<string>();
  const rows = listActions(data).map(action => {
    const { visit, at, path } = action;
    const firstView = visit.actions.find(isView);
    const isFirst = firstView?.at === at && isView(action);
    const key = `${visit.number} ${path}`;
    const isFirstOfPage = isView(action) && !views.has(key);
    if (isView(action)) views.add(key);
    const referrer = isFirst && visit.referrer ? new URL(visit.referrer) : undefined;
    const { source, medium, campaign } = isFirst
      ? campaignOf(visit)
      : { source: '', medium: '', campaign: '' };
    return {
      event: action.event,
      visits: isFirst ? 1 : 0,
      uniques: isFirstOfPage ? 1 : 0,
      row: {
        datetime: `${at.toISOString().slice(0, 13).replace('T', ' ')}:00:00`,
        ...{ hostname: data.siteUrl, pathname: path, browser: visit.browser },
        ...{ country_code: visit.country === 'XX' ? '' : visit.country, city: '', state: '' },
        device_type: visit.isMobile ? 'Phone' : 'Desktop',
        operating_system: visit.system,
        referrer_hostname: referrer?.origin ?? '',
        referrer_pathname: referrer?.pathname ?? '',
        ...{ utm_source: source, utm_medium: medium, utm_campaign: campaign },
      },
    };
  });
  return toZip({
    'pageviews.csv': toCsv(
      rows
        .filter(({ event }) => event === null)
        .map(({ row, visits, uniques }) => ({ ...row, pageviews: 1, visits, uniques })),
    ),
    'events.csv': toCsv(
      rows
        .filter(({ event }) => event !== null)
        .map(({ row, event }) => ({ ...row, event_name: event ?? '', completions: 1, value: 0 })),
    ),
  });
}
