/** Texts of the list of sites. */

import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, of, pluralize, sinceTime } from './language.ts';

export const addSite = 'Ajouter un site';
export const addressHint = 'Votre domaine, par ex. example.org';
export const addressFaults = {
  missing: 'Saisissez l’adresse de votre site, par exemple example.org',
  invalid: 'Ce n’est pas une adresse web. Saisissez-en une comme example.org',
  local:
    'Les pages sur localhost ne sont jamais suivies. Saisissez l’adresse qu’utilisent vos visiteurs, par exemple example.org',
  without_dot: 'Il manque l’extension du domaine. Saisissez une adresse comme example.org',
} as const;
export const labelHint = 'Par défaut, le domaine';
export const dragHandle = (name: string) =>
  `Déplacer ${name} : faites glisser ou utilisez les flèches du clavier`;
export const dragHint = 'Faites glisser ou utilisez les flèches du clavier';
export const noSites =
  'Aucun site pour l’instant. Demandez au propriétaire ou à un admin du compte d’en ajouter un.';
export const firstSiteHint =
  'Ajoutez un site web à suivre. Vous obtiendrez une ligne de code à coller dans ses pages. Elle ne dépose aucun cookie.';
export const stepAddress = (
  <>
    <b>Saisissez son adresse.</b> Seules les visites sur ce domaine sont suivies, avec ou sans www.
  </>
);
export const stepSnippet = (
  <>
    <b>Ajoutez le code de suivi</b> dans l’en-tête de ses pages ou dans votre{' '}
    <ServerLink href="/docs/site-builders">outil de création de site</ServerLink>.
  </>
);
export const stepOpen = (
  <>
    <b>Ouvrez une page.</b> Votre visite apparaît ici en moins d’une seconde.
  </>
);
export const yourTeams = 'Vos équipes';
export const noPlan = 'Aucune formule';
export const noPlanHint =
  'Votre compte n’a pas de formule : ses sites ne peuvent pas être affichés. Aucune donnée n’est perdue.';
export const planHint = (email: string) => (
  <>
    Il faut une formule pour ajouter des sites. Demandez à l’exploitant du serveur d’exécuter{' '}
    <code>footfall user set {email} --plan pro</code>
  </>
);
export const waitingForHit = 'En attente de la première visite';
export const siteCountOf = (count: number, count2: number) =>
  `${formatNumber(count)} sur ${pluralize(count2, 'site', 'sites')}`;
export const states = 'État';
export const stateCounts = {
  all: (count: number) => `Tous ${formatNumber(count)}`,
  down: (count: number) => `En panne ${formatNumber(count)}`,
  no_hits: (count: number) => `Sans page vue ${formatNumber(count)}`,
} as const;
export const sorts = {
  own: 'Mon ordre',
  name: 'Nom',
  visitors: 'Visiteurs',
  rising: 'Plus forte hausse',
  falling: 'Plus forte baisse',
  status: 'État',
} as const;
export const sortedBy = (sort: string) => `Tri : ${sort}`;
export const statusColumn = 'État';
export const noMatch = 'Aucun résultat';
export const noMatchHint = 'Essayez le nom ou l’adresse d’un site, ou affichez tous les sites.';
export const showAllSites = 'Afficher tous les sites';
export const pinnedSites = 'Sites épinglés';
export const otherSites = 'Autres sites';
export const issueCount = (count: number) => pluralize(count, 'problème', 'problèmes');
export const inContentOf = (label: string) => ` dans le contenu ${of(label)}`;
export const downSince = (time: string) => `En panne ${sinceTime(time)}`;
export const downForDays = 'En panne, vérifications suspendues';
export const notCheckedYet = 'En attente';
export const allSitesTogether = 'Totaux';
export const against = (name: string, before: string, part: string) =>
  `${name} · comparaison avec ${before}${part}`;
export const orderNotSaved = (error: string) => `Impossible d’enregistrer l’ordre : ${error}`;
export const movedTo = (label: string, place: number, count: number) =>
  `${label} déplacé en position ${place} sur ${count}`;
export const pinnedToTop = (label: string) => `${label} épinglé`;
export const unpinned = (label: string) => `${label} désépinglé`;
