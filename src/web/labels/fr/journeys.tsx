/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const andMore = (left: number) => ` et ${pluralize(left, 'autre', 'autres')}`;
export const pageCount = (count: number) => pluralize(count, 'page', 'pages');
export const inDuration = (sessionDuration: string) => ` en ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>via {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Site référent : {link}</>;
export const onlyFirstPages = (count: number) =>
  `Seules les ${count} premières pages de ce parcours sont affichées.`;
export const lastSeenHere = 'départ';
export const noFiltersHint = 'Les filtres ne s’appliquent pas aux parcours.';
export const whereVisitsBegin = 'Pages d’entrée';
export const whereVisitsEnd = 'Pages de sortie';
export const journeysLabel = 'Parcours, du plus récent au plus ancien';
export const byVisitors = (title: string) => `${title}, par visiteurs`;
export const emptyTitle = 'Aucun parcours sur cette période';
export const emptyHint = 'Suivez le chemin de chaque visiteur sur votre site, page par page.';
export const moreThanOnePage = '2 pages ou plus';
export const onePageOnly = '1 seule page';
