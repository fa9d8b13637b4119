/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const andMore = (left: number) => ` und ${left} weitere`;
export const pageCount = (count: number) => pluralize(count, 'Seite', 'Seiten');
export const inDuration = (sessionDuration: string) => ` in ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>von {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Referrer: {link}</>;
export const onlyFirstPages = (count: number) =>
  `Nur die ersten ${count} Seiten dieses Besucherpfads werden angezeigt.`;
export const lastSeenHere = 'hier verlassen';
export const journeysLabel = 'Besucherpfade, neueste zuerst';
export const emptyTitle = 'Keine Besucherpfade in diesem Zeitraum';
export const emptyHint = 'Folgen Sie jedem Besucher Seite für Seite durch Ihre Website.';
export const moreThanOnePage = '2+ Seiten';
export const singlePageVisitors = 'Besucher mit nur einer Seite';
export const notTheBounceRate = (
  <>
    Besucher mit einem einzigen Seitenaufruf, auch wenn sie ein Ereignis auslösten oder lange blieben: nicht
    die <ServerLink href="/docs/filters-and-reports#visits-and-visitors">Absprungrate der Besuche</ServerLink>
    .
  </>
);
export const viewsWithoutReloads = (count: number) =>
  `${pluralize(count, 'Aufruf', 'Aufrufe')}, ohne Neuladen`;
export const flow = 'Vor und nach einer Seite';
export const flowPage = 'Seite';
export const showPage = 'Anzeigen';
export const pagesBefore = 'Vorherige Seite';
export const pagesAfter = 'Nächste Seite';
export const enteredHere = 'Hier eingestiegen';
export const leftSite = 'Website verlassen';
export const otherPages = 'Andere Seiten';
export const viewsOf = (path: ReactNode, views: string) => (
  <>
    {path} · {views}
  </>
);
export const countedFrom = (time: string) =>
  `Erst ab ${time}: Davor gibt es zu viele Seitenaufrufe für diese Ansicht.`;
export const noViewsOfPage = 'Keine Aufrufe dieser Seite in diesem Zeitraum';
export const listed = 'Angezeigte Besucherpfade';
export const allJourneys = (count: string) => `Alle ${count}`;
export const longJourneys = (count: string) => `2+ Seiten ${count}`;
