/** Texts of the page of a site's server log. */
import type { ReactNode } from 'react';
import type { LogClass } from '../../../core/hits/log-sums.ts';
import { inflectText, pluralize } from './language.ts';

export const allRequests = 'Toutes les requêtes';
export const shareHint = (total: string, share: string) =>
  `${share} des ${total} requêtes du journal étaient des pages vues par des personnes. Le code de suivi ne voit que celles-là.`;
export const kind = 'Type';
export const requests = 'Requêtes';
export const requestClasses: Readonly<Record<LogClass, string>> = {
  page_views: 'Pages vues par des personnes',
  agents: 'Robots d’IA',
  bots: 'Autres robots',
  feeds: 'Flux',
  not_found: 'Pages introuvables',
  errors: 'Erreurs du serveur',
  redirects: 'Redirections',
  assets: 'Images, scripts et téléchargements',
  ignored: 'Exclues dans les paramètres',
  others: 'Autres requêtes',
};

export const notFound = 'Pages introuvables';
export const notFoundHint =
  'Chemins auxquels le serveur a répondu par 404 ou 410. Souvent, il s’agit de robots en quête de failles.';
export const noneNotFound = 'Toutes les pages demandées existent.';
export const brokenLinks = 'Liens vers des pages introuvables';
export const brokenLinksHint = 'Pages qui renvoient vers une page introuvable.';
export const noneBrokenLinks = 'Aucun lien vers une page introuvable.';
export const linkOn = 'Lien sur la page';
export const to = 'vers';
export const program = 'Nom';
export const nameless = 'Sans nom';
export const crawlersHint = 'Avec les codes de statut autres que 200.';
export const noneCrawlers = 'Aucun robot d’IA n’a demandé de page.';
export const otherBots = 'Autres robots';
export const otherBotsHint =
  'Moteurs de recherche, services de surveillance et scripts, sous le nom qu’ils indiquent.';
export const noneBots = 'Aucun autre robot n’a demandé de page.';
export const feedReaders = 'Lecteurs de flux';
export const feedReadersHint = 'Programmes qui lisent vos flux.';
export const subscribers = (count: number) => pluralize(count, 'abonné', 'abonnés');
export const subscribersHint = (count: string) =>
  `${count} au total, selon les lecteurs de flux qui l’indiquent.`;
export const noneFeedReaders = 'Personne n’a lu de flux.';
export const browsers = 'Navigateurs';
export const errors = 'Erreurs du serveur';
export const errorsHint = 'Chemins auxquels le serveur a répondu par un code de statut 5xx.';
export const noneErrors = 'Le serveur a répondu sans erreur.';
export const notListed = (count: string) =>
  `${count} ${inflectText(count, 'autre requête n’est pas détaillée', 'autres requêtes ne sont pas détaillées')}.`;

export const nothingInPeriod = 'Le journal n’a aucune requête sur cette période';
export const coveredDays = (days: string) => `Partie importée du journal : ${days}.`;
export const emptyTitle = 'Ce que le code de suivi ne voit pas';
export const emptyHint =
  'Les robots, les lecteurs de flux et les requêtes vers des pages introuvables n’exécutent jamais le code de suivi, mais votre serveur web les consigne. Importez son journal d’accès pour les voir ici. Avec --without-hits, les pages vues déjà comptées sont ignorées.';
export const importOnce = 'Importer un journal une fois';
export const importOnceHint = (link: ReactNode) => (
  <>Exécutez ceci sur le serveur, ou {link} dans les paramètres.</>
);
export const dropIt = 'déposez le fichier';
export const follow = 'Suivre un journal en continu';
export const followHint = 'Continue malgré la rotation des journaux et les redémarrages.';
export const systemdLink = 'Comment l’exécuter comme service avec systemd';
