/** Texts of the live page. */
import type { ReactNode } from 'react';

export const hit = 'Page vue';
export const kudo = 'Kudo';
export const agentVisit = 'Robot d’IA';
export const browserOnPlatform = (browser: string, platform: string) => `${browser} sur ${platform}`;
export const from = (from: ReactNode) => <>via {from}</>;
export const all = 'Tout';
export const feedTitle = 'Activité en temps réel';
export const resume = 'Reprendre';
export const pause = 'Suspendre';
export const newCount = (waiting: string) => `${waiting} en attente`;
export const feedLabel = 'Activité, de la plus récente à la plus ancienne';
export const kindsLabel = 'Types d’activité';
export const noHitsHint =
  'Ouvrez une page de votre site dans une autre fenêtre. Votre visite apparaît ici en moins d’une seconde.';
export const noKudosHint = 'Les kudos proviennent du bouton kudos du code de suivi.';
export const noAgentsHint =
  'Les robots d’IA sont repérés dans les pages vues et les journaux du serveur, ou envoyés par l’API.';
export const emptyTitle = 'Aucune activité ces dernières 24 heures';
export const howToGetStarted = 'Comment démarrer';
export const pagesLast5Minutes = 'Pages, 5 dernières minutes';
export const countriesLast5Minutes = 'Pays, 5 dernières minutes';
export const rightNow = 'En ce moment';
export const last5Minutes = (part: string) => `${part} ces 5 dernières minutes`;
export const connectionLost = 'Connexion perdue, reconnexion…';
export const connecting = 'Connexion…';
export const noPages = 'Aucun visiteur en ce moment';
export const pagesByHits = 'Pages par pages vues';
export const noCountries = 'Aucun pays en ce moment';
export const countriesByHits = 'Pays par pages vues';
export const noEventsHint = 'Les événements proviennent des éléments avec data-footfall-event, ou de l’API.';
