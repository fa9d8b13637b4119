/** Umami's table of events as CSV, as its cloud exports it. Source: umami-software/umami, the schema of website_event. */
import { createHash } from 'node:crypto';
import { toCsv } from './text.ts';
import { campaignOf, type DemoData, isView, listActions } from './visits.ts';

const BROWSERS: Readonly<Record<string, string>> = { Edge: 'edge-chromium' };
const SYSTEMS: Readonly<Record<string, string>> = {
  ...{ macOS: 'Mac OS', Android: 'Android OS', Windows: 'Windows 10' },
};

const toUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');

export const writeUmami = (data: DemoData): string =>
  toCsv(
    listActions(data).map((action, index) => {
      const { visit, isFirst, at, path, event } = action;
      const { browser, system, isMobile } = visit;
      const referrer = isFirst && visit.referrer ? new URL(visit.referrer) : undefined;
      const { source } = campaignOf(visit);
      return {
        ...{ website_id: toUuid(data.host), session_id: toUuid(`session ${visit.visitor}`) },
        ...{
          visit_id: toUuid(`visit ${visit.number}`),
          event_id: toUuid(`event ${index}`),
          hostname: data.host,
        },
        browser: browser === 'Safari' && isMobile ? 'ios' : (BROWSERS[browser] ?? browser.toLowerCase()),
        os: SYSTEMS[system] ?? system,
        device: isMobile ? 'mobile' : 'laptop',
        country: visit.country === 'XX' ? '' : visit.country,
        ...{ url_path: path, url_query: isFirst && source ? visit.query : '' },
        ...{ referrer_path: referrer?.pathname ?? '', referrer_domain: referrer?.hostname ?? '' },
        ...{ page_title: '', event_type: isView(action) ? 1 : 2, event_name: event ?? '' },
        created_at: at.toISOString().slice(0, 19).replace('T', ' '),
      };
    }),
  );
