/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const andMore = (left: number) => ` und ${left} weitere`;
export const pageCount = (count: number) => pluralize(count, 'Seite', 'Seiten');
export const inDuration = (sessionDuration: string) => ` in ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>von {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Referrer: {link}</>;
export const onlyFirstPages = (count: number) =>
  `Nur die ersten ${count} Seiten dieses Besucherpfads werden angezeigt.`;
export const lastSeenHere = 'hier verlassen';
export const noFiltersHint = 'Filter gelten nicht für Besucherpfade.';
export const whereVisitsBegin = 'Einstiegsseiten';
export const whereVisitsEnd = 'Ausstiegsseiten';
export const journeysLabel = 'Besucherpfade, neueste zuerst';
export const byVisitors = (title: string) => `${title} nach Besuchern`;
export const emptyTitle = 'Keine Besucherpfade in diesem Zeitraum';
export const emptyHint =
  'Hier zeigt sich Seite für Seite, welchen Weg jeder Besucher durch Ihre Website nimmt.';
export const moreThanOnePage = '2+ Seiten';
export const onePageOnly = 'Nur 1 Seite';
