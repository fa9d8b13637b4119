/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const signOutError = (error: string) => `Déconnexion impossible : ${error}`;
export const yourOwnSites = 'Vos sites';
export const addFilter = 'Ajouter un filtre';
export const filter = 'Filtrer';
export const filterNames = 'Filtrer par';
export const backToNames = 'Retour aux filtres';
export const searchFor = (words: string) => `Rechercher : ${words}`;
export const exactlyThis = 'Utiliser cette valeur';
export const suggestionsFailed =
  'Impossible de charger les suggestions. Vous pouvez toujours saisir une valeur.';
export const noSuggestions = 'Aucun résultat sur cette période.';
export const suggestionsLabel = 'Valeurs sur cette période';
export const connectionLost = 'Connexion perdue. Nouvelle tentative…';
export const productName = 'Footfall';
export const thisMonth = 'Ce mois-ci';
export const lastMonth = 'Le mois dernier';
export const yearToDate = 'Cette année';
export const chooseComparedDays = 'Comparer avec';
export const noComparison = 'Sans comparaison';
export const previousPeriod = 'Période précédente';
export const previousYear = 'Année précédente';
export const vsPreviousPeriod = 'vs période précédente';
export const vsPreviousYear = 'vs année précédente';
export const vs = (value: string) => `vs ${value}`;
export const comparison = (words: string) => `Comparaison : ${words}`;
export const pageFailed = 'Un problème est survenu';
export const pageFailedHint = 'Vos données sont intactes. Recharger la page suffit souvent.';
export const reload = 'Recharger la page';
export const filters = 'Filtres';
export const clearAll = 'Tout effacer';
export const includeInstead = 'Inclure au lieu d’exclure';
export const excludeInstead = 'Exclure au lieu d’inclure';
export const nor = 'ni';
export const or = 'ou';
export const removeFilter = (words: string, filterVerb: string, value: string) =>
  `Supprimer le filtre : ${words} ${filterVerb} ${value}`;
export const hasNot = 'ne contient pas';
export const isNot = 'n’est pas';
export const and = ' et ';
export const thenWord = ' puis ';
export const thisPage = 'Page';
export const notFound = 'Introuvable';
export const notFoundHint = (what: string) =>
  `${what} introuvable. Il se peut que cet élément ait été supprimé ou que vous n’y ayez pas accès.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const lightTheme = 'Thème clair';
export const darkTheme = 'Thème sombre';
export const systemTheme = 'Thème du système';
export const actions = 'Actions';
export const themeNotSaved = 'Impossible d’enregistrer le thème';
export const signOutFailed = 'Déconnexion impossible';
export const copyLink = 'Copier le lien vers cette vue';
export const copyLinkKeywords = 'partager adresse url share address';
export const linkCopied = 'Lien copié';
export const linkNotCopied = 'Impossible de copier le lien';
export const themeKeywords =
  'thème apparence couleurs clair sombre nuit mode theme appearance colors colours dark light night';
export const keyboardShortcuts = 'Raccourcis clavier';
export const shortcutKeywords = 'aide touches help keys';
export const documentation = 'Documentation';
export const docsKeywords = 'aide guide docs help';
export const apiReference = 'Référence de l’API';
export const apiKeywords = 'documentation aide docs help openapi';
export const signOutKeywords = 'quitter déconnexion log out logout signout leave exit';
export const accountKeywords = 'compte équipe changer account team switch';
export const linkNotCopiedHint = 'Copiez-le depuis la barre d’adresse';
export const thisSite = 'Ce site';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'tableau de bord statistiques visiteurs pages vues dashboard stats visitors pageviews overview',
  '/live': 'direct activité maintenant live realtime activity now',
  '/journeys': 'chemins pages d’entrée de sortie journeys paths entry exit pages',
  '/events': 'conversions événements personnalisés events custom',
  '/leaderboard': 'pages les plus vues populaires leaderboard top pages all time',
  '/hours': 'carte de chaleur affluence jour semaine hours heat map busiest weekday',
  '/monitoring':
    'disponibilité panne état liens cassés certificat domaine monitoring uptime downtime status broken links certificate domain',
  '/insights': 'annotations constats notes analyses insights findings',
  '/settings':
    'réglages code de suivi statistiques publiques exclusions spam confidentialité settings tracking code snippet public stats privacy',
};
export const whatIsShown = 'Affichage';
export const periodKeywords = 'période jours heure date intervalle period days time range';
export const settingsKeywords = (keywords: string) =>
  `paramètres réglages préférences settings preferences ${keywords}`;
export const homeKeywords = 'accueil début home start';
export const yourAccount = 'Votre compte';
export const yourAccountKeywords =
  'profil mot de passe e-mail sessions notifications fuseau horaire langue profile password email time zone';
export const mailReportKeywords = 'hebdomadaire mensuel résumé e-mail weekly monthly summary email';
export const apiKeyKeywords = 'jeton token';
export const webhookKeywords = 'envois deliveries';
export const teamKeywords = 'membres inviter utilisateurs members invite users';
export const serverKeywords =
  'administrateur version stockage tâches e-mail operator admin storage jobs email';
export const paletteLabel = 'Rechercher des sites, pages et actions';
export const found = 'Résultats';
export const paletteEmpty =
  'Aucun résultat. Essayez un site, une page, une source, un pays ou une période, comme « le mois dernier ».';
export const searching = 'Recherche…';
export const utc = ' UTC';
export const period = (view: string, part: string) => `Période : ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Période personnalisée…';
export const daysOf = (zone: string) => `Jours en ${zone}`;
export const daysOfUtc = 'Jours en UTC';
export const todayPrefix = 'Aujourd’hui, ';
export const daysMissing = 'Saisissez les deux dates au format AAAA-MM-JJ.';
export const lastBeforeFirst = 'La date de fin précède la date de début.';
export const tooManyDays = (maxRangeDays: number) => `Choisissez ${maxRangeDays} jours au maximum.`;
export const firstDay = 'Date de début';
export const lastDay = 'Date de fin';
export const dayRange = (from: string, countDays: number) =>
  `${from} · ${pluralize(countDays, 'jour', 'jours')}`;
export const applyRange = 'Appliquer';
export const skipToContent = 'Aller au contenu';
export const docs = 'Documentation';
export const api = 'API';
export const singleKeys = 'Activer les raccourcis à une touche';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    À désactiver si vous utilisez la commande vocale ou appuyez sur des touches par erreur. {keys} reste actif
    et permet de retrouver cette liste. Enregistré dans ce navigateur uniquement.
  </>
);
export const anywhere = 'Partout';
export const choosePeriod = 'Choisir la période';
export const chooseComparison = 'Choisir la comparaison';
export const onASite = 'Sur la page d’un site';
export const overview = 'Aperçu';
export const siteSettings = 'Paramètres du site';
export const siteNavigation = 'Pages du site';
export const yesterday = 'Hier';
export const last7Days = '7 derniers jours';
export const customRange = 'Période personnalisée';
export const previousMonth = 'Mois précédent';
export const nextMonth = 'Mois suivant';
export const selectedSuffix = ', sélectionné';
export const nextPeriod = 'Période suivante';
export const stepTo = (name: string, period: string) => `${name} : ${period}`;
export const has = 'contient';
export const is = 'est';
export const siteIsDown = (since: ReactNode) => (
  <>
    <b>Ce site est en panne</b> depuis le {since}.
  </>
);
export const viewMonitoring = 'Voir la surveillance';
