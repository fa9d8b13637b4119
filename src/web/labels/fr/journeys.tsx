/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const andMore = (left: number) => ` et ${pluralize(left, 'autre', 'autres')}`;
export const pageCount = (count: number) => pluralize(count, 'page', 'pages');
export const inDuration = (sessionDuration: string) => ` en ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>via {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Site référent : {link}</>;
export const onlyFirstPages = (count: number) =>
  `Seules les ${count} premières pages de ce parcours sont affichées.`;
export const lastSeenHere = 'sortie';
export const journeysLabel = 'Parcours, du plus récent au plus ancien';
export const emptyTitle = 'Aucun parcours sur cette période';
export const emptyHint = 'Suivez chaque visiteur sur votre site, page par page.';
export const moreThanOnePage = '2 pages ou plus';
export const singlePageVisitors = 'Visiteurs d’une seule page';
export const notTheBounceRate = (
  <>
    Visiteurs avec une seule page vue, même s’ils ont déclenché un événement ou sont restés longtemps
    {'\u202f'}: à distinguer du{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">taux de rebond des visites</ServerLink>.
  </>
);
export const viewsWithoutReloads = (count: number) =>
  `${pluralize(count, 'vue', 'vues')}, rechargements exclus`;
export const flow = 'Avant et après une page';
export const flowPage = 'Page';
export const showPage = 'Afficher';
export const pagesBefore = 'Page précédente';
export const pagesAfter = 'Page suivante';
export const enteredHere = 'Entrée sur le site ici';
export const leftSite = 'Sortie du site';
export const otherPages = 'Autres pages';
export const viewsOf = (path: ReactNode, views: string) => (
  <>
    {path} · {views}
  </>
);
export const countedFrom = (time: string) =>
  `À partir du ${time} seulement : il y a trop de pages vues avant.`;
export const noViewsOfPage = 'Aucune vue de cette page sur cette période';
export const listed = 'Parcours affichés';
export const allJourneys = (count: string) => `Tous (${count})`;
export const longJourneys = (count: string) => `2 pages ou plus (${count})`;
