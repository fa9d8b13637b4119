/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one; and in lower
 * case the words of questions in the search: those before a value, and other names of values, both without elided words.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direct / aucun';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'Aucune page',
  words: ['page', 'chemin', 'path'],
  synonyms: { '/': ['accueil', 'page accueil', 'home', 'homepage', 'home page'] },
};
export const entryPage = {
  name: 'Page d’entrée',
  plural: 'Pages d’entrée',
  none: 'Aucune page d’entrée',
  words: ['page entree', 'entree', 'arrivee', 'page arrivee', 'entry page', 'landing page'],
};
export const exitPage = {
  name: 'Page de sortie',
  plural: 'Pages de sortie',
  none: 'Aucune page de sortie',
  words: ['page de sortie', 'sortie', 'exit page', 'exit'],
};
export const hostname = {
  name: 'Nom d’hôte',
  plural: 'Noms d’hôte',
  none: 'Aucun nom d’hôte',
  words: ['nom d hote', 'hote', 'sous domaine', 'hostname'],
};
export const channel = {
  name: 'Canal',
  plural: 'Canaux',
  none: 'Aucun canal',
  words: ['canal', 'canaux', 'channel'],
  synonyms: {
    Direct: ['acces direct'],
    'Organic Search': ['moteurs de recherche', 'referencement naturel', 'seo', 'organic search'],
    'Paid Search': ['annonces de recherche', 'sea', 'paid search'],
    'Organic Social': ['social', 'reseaux sociaux naturels', 'organic social'],
    'Paid Social': ['publicite sociale', 'paid social'],
    'AI Assistants': ['ia', 'assistants', 'ai assistants'],
    Email: ['mail', 'mails', 'courriel', 'newsletter'],
    Referral: ['autres sites', 'referral'],
    Display: ['bannieres'],
    Affiliates: ['affiliation'],
    'Feed Readers': ['rss', 'flux', 'feed readers'],
  },
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
  words: ['site referent', 'sites referents', 'referent', 'referents', 'lien de', 'referrer', 'referrers'],
};
export const referrer = {
  name: 'URL du site référent',
  plural: 'URL',
  none: direct,
  /** In its list, between those of referrers. */
  row: 'URL',
};
export const source = {
  name: 'Source',
  plural: shared.sources,
  none: 'Aucune source',
  words: ['source', 'sources'],
  synonyms: { X: ['twitter'] },
};
export const campaign = {
  name: 'Campagne',
  plural: 'Campagnes',
  none: 'Aucune campagne',
  words: ['campagne', 'campagne utm', 'campaign', 'utm campaign'],
};
export const medium = {
  name: 'Support',
  plural: 'Supports',
  none: 'Aucun support',
  words: ['support', 'medium', 'utm medium'],
};
export const term = {
  name: 'Terme',
  plural: 'Termes',
  none: 'Aucun terme',
  words: ['terme', 'mot cle', 'utm term', 'term'],
};
export const content = {
  name: 'Contenu',
  plural: 'Contenus',
  none: 'Aucun contenu',
  words: ['contenu', 'contenu annonce', 'utm content', 'content'],
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
  words: ['pays', 'country'],
  synonyms: {
    US: ['etats unis', 'us', 'usa', 'amerique'],
    GB: ['uk', 'grande bretagne', 'grande-bretagne', 'angleterre'],
    NL: ['hollande', 'les pays-bas', 'pays bas'],
    CZ: ['republique tcheque'],
    TR: ['turquie'],
    AE: ['emirats'],
    KR: ['coree'],
    RU: ['federation de russie'],
  },
};
export const region = {
  name: 'Région',
  plural: 'Régions',
  none: 'Région inconnue',
  words: ['region', 'departement', 'province'],
};
export const city = {
  name: 'Ville',
  plural: 'Villes',
  none: 'Ville inconnue',
  words: ['ville', 'city'],
};
/** Those that the API sums up. */
export const otherPlaces = 'Lieux de moins de 5 visiteurs';
export const language = {
  name: 'Langue',
  plural: 'Langues',
  none: 'Langue inconnue',
};
export const browser = {
  name: 'Navigateur',
  plural: shared.browsers,
  none: shared.unknownBrowser,
  words: ['navigateur', 'browser'],
};
export const browserVersion = {
  name: 'Version du navigateur',
  plural: 'Versions du navigateur',
  none: 'Version inconnue',
};
export const platform = {
  name: 'Système d’exploitation',
  plural: 'Systèmes d’exploitation',
  none: 'Système inconnu',
  words: ['systeme exploitation', 'systeme', 'plateforme', 'os'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
};
export const platformVersion = {
  name: 'Version du système',
  plural: 'Versions du système',
  none: 'Version inconnue',
};
export const device = {
  name: 'Appareil',
  plural: shared.devices,
  none: 'Appareil inconnu',
  words: ['appareil', 'device'],
  synonyms: {
    mobile: ['mobiles', 'telephone', 'telephones', 'smartphone', 'smartphones', 'phone'],
    desktop: ['ordinateurs', 'ordi', 'portable', 'pc', 'desktop'],
  },
};
export const screen = {
  name: 'Écran',
  plural: 'Écrans',
  none: 'Écran inconnu',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Téléphone (moins de 600 px)',
  tablet: 'Tablette (600 à 1 024 px)',
  laptop: 'Ordinateur portable (1 025 à 1 599 px)',
  desktop: 'Ordinateur de bureau (1 600 à 2 399 px)',
  wide: 'Large (2 400 px et plus)',
} as const;
export const event = {
  name: shared.event,
  plural: shared.events,
  none: 'Aucun événement',
  words: ['evenement', 'event'],
};
/** Of rows without a property. */
export const noProperty = 'Aucune valeur';
