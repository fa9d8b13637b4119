/** GoatCounter's CSV export of hits, version 2. Source: arp242/goatcounter, exportcsv.go. */
import { toCsv } from './text.ts';
import { type DemoData, isView, listActions } from './visits.ts';

/** It writes versions behind names, and no user agents any more. */
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ Windows: 'Windows 10', macOS: 'macOS 10.15', Android: 'Android 10', iOS: 'iOS 18.5' },
};

export function writeGoatcounter(data: DemoData): string {
  const known = new Set<string>();
  return toCsv(
    listActions(data).map(action => {
      const { visit, isFirst, at, path, event } = action;
      const page = event ?? path;
      const key = `${visit.number} ${page}`;
      const isFirstView = !known.has(key);
      known.add(key);
      const referrer = isFirst ? visit.referrer.replace(/^https:\/\//, '') : '';
      return {
        ...{ '2Path': page, Title: '', Event: String(!isView(action)), UserAgent: '' },
        ...{ Browser: `${visit.browser} 139`, System: VERSIONS[visit.system] ?? visit.system },
        ...{ Session: (visit.number + 1).toString(16), Bot: 0, Referrer: referrer },
        ...{ 'Referrer scheme': referrer ? 'h' : '', 'Screen size': '' },
        Location: visit.country === 'XX' ? '' : visit.country,
        ...{ FirstVisit: String(isFirstView), Date: at.toISOString() },
      };
    }),
  );
}
