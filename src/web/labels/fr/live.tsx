/** Texts of the live page. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

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
export const noKudosHint = 'Ajoutez un bouton kudos dans Paramètres, Code de suivi.';
export const noAgentsHint =
  'Les robots d’IA sont repérés dans les pages vues et les journaux du serveur, ou signalés via l’API.';
export const emptyTitle = 'Aucune activité ces 24 dernières heures';
export const howToGetStarted = 'Comment démarrer';
export const rightNow = 'En ce moment';
export const last5Minutes = (part: string) => `${part} ces 5 dernières minutes`;
export const connectionLost = 'Connexion perdue, reconnexion…';
export const connecting = 'Connexion…';
export const noEventsHint = 'La page Événements montre comment en envoyer.';
export const last30Minutes = '30 dernières minutes';
export const chartMetric = 'Dans le graphique';
export const mapTitle = 'Où sont les visiteurs';
export const referrersTitle = 'Sites référents, 30 dernières min';
export const pagesTitle = 'Pages, 30 dernières min';
export const countriesTitle = 'Pays, 30 dernières min';
export const noneInHalfHour = 'Aucun visiteur ces 30 dernières minutes';
export const visitorsAndViews = (visitors: number, views: number) =>
  `${pluralize(visitors, 'visiteur', 'visiteurs')}, ${pluralize(views, 'page vue', 'pages vues')}`;
