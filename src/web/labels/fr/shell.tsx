/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';

export const newerVersion = (version: string) => `la version ${version} est disponible`;
export const signOutError = (error: string) => `Déconnexion impossible : ${error}`;
export const yourOwnSites = 'Vos sites';
export const addFilter = 'Ajouter un filtre';
export const filter = 'Filtrer';
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
export const removeFilter = (what: string, value: string) => `Supprimer le filtre : ${what} ${value}`;
export const filterIs = (name: string) => `${name} :`;
export const filterIsNot = (name: string) => `${name} : sauf`;
export const filterHas = (name: string) => `${name} contient`;
export const filterHasNot = (name: string) => `${name} ne contient pas`;
export const hasNot = 'ne contient pas';
export const isNot = 'n’est pas';
export const and = ' et ';
export const thenWord = ' puis ';
export const thisPage = 'Page';
export const notFound = 'Introuvable';
export const notFoundHint = (what: string) =>
  `${what} introuvable. Il se peut que cet élément ait été supprimé ou que vous n’y ayez pas accès.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const keyboardShortcuts = 'Raccourcis clavier';
export const whatIsShown = 'Affichage';
export const paletteLabel = 'Rechercher des sites, pages et actions';
export const period = (view: string, part: string) => `Période : ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Période personnalisée…';
export const siteZone = (zone: string) => `Fuseau horaire du site : ${zone}`;
export const yourZone = (zone: string) => `Votre fuseau horaire : ${zone}`;
export const skipToContent = 'Aller au contenu';
export const docs = 'Documentation';
export const api = 'API';
export const anywhere = 'Partout';
export const choosePeriod = 'Choisir la période';
export const chooseComparison = 'Choisir la comparaison';
export const onASite = 'Sur la page d’un site';
export const overview = 'Vue d’ensemble';
export const siteSettings = 'Paramètres du site';
export const siteNavigation = 'Pages du site';
export const yesterday = 'Hier';
export const last7Days = '7 derniers jours';
export const customRange = 'Période personnalisée';
export const previousMonth = 'Mois précédent';
export const nextMonth = 'Mois suivant';
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
