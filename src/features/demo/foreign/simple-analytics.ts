/** Data points of Simple Analytics as CSV. Source: docs.simpleanalytics.com, "Export API". */
import { toCsv } from './text.ts';
import { campaignOf, type DemoData, listActions } from './visits.ts';

export const writeSimpleAnalytics = (data: DemoData): string =>
  toCsv(
    listActions(data).map(({ visit, isFirst, at, path, event }) => ({
      ...{
        added_iso: at.toISOString(),
        hostname: data.host,
        path,
        datapoint: event?.replace('.', '_') ?? 'pageview',
      },
      ...{
        session_id: `00000000-0000-4000-8000-${String(visit.number).padStart(12, '0')}`,
        is_robot: 'false',
      },
      document_referrer: isFirst ? visit.referrer : '',
      utm_source: isFirst ? campaignOf(visit).source : '',
      ...{ browser_name: visit.browser, os_name: visit.system },
      ...{ device_type: visit.isMobile ? 'mobile' : 'desktop' },
      country_code: visit.country === 'XX' ? '' : visit.country,
    })),
  );
