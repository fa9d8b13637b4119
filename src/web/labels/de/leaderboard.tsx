import { ServerLink } from '../../ui/server-link.tsx';
export const pagesOfAllTime = 'Top-Seiten im gesamten Zeitraum';
export const searchPages = 'Seiten suchen';
export const countedUpTo = (cachedAt: string, expiresAt: string) =>
  `Stand ${cachedAt} · nächste Aktualisierung ${expiresAt}`;
export const uniqueViews = 'Eindeutige Aufrufe';
export const uniqueHint = 'Aufrufe von Besuchern, die die Seite an diesem Tag noch nicht gesehen hatten';
export const emptyTitle = 'Noch keine Seitenaufrufe';
export const emptyHint = (
  <>
    Sobald der Tracking-Code eingebaut ist, stehen hier die meistbesuchten Seiten.{' '}
    <ServerLink href="/docs/getting-started">Erste Schritte</ServerLink>
  </>
);
export const noMatch = 'Keine Ergebnisse';
export const showAllPages = 'Alle Seiten anzeigen';
