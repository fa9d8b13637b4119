/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direct / aucun';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'Aucune page',
};
export const entryPage = {
  name: 'Page d’entrée',
  plural: 'Pages d’entrée',
  none: 'Aucune page d’entrée',
};
export const exitPage = {
  name: 'Page de sortie',
  plural: 'Pages de sortie',
  none: 'Aucune page de sortie',
};
export const hostname = {
  name: 'Nom d’hôte',
  plural: 'Noms d’hôte',
  none: 'Aucun nom d’hôte',
};
export const channel = {
  name: 'Canal',
  plural: 'Canaux',
  none: 'Aucun canal',
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
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
};
export const campaign = {
  name: 'Campagne',
  plural: 'Campagnes',
  none: 'Aucune campagne',
};
export const medium = {
  name: 'Support',
  plural: 'Supports',
  none: 'Aucun support',
};
export const term = {
  name: 'Terme',
  plural: 'Termes',
  none: 'Aucun terme',
};
export const content = {
  name: 'Contenu',
  plural: 'Contenus',
  none: 'Aucun contenu',
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
};
export const region = {
  name: 'Région',
  plural: 'Régions',
  none: 'Région inconnue',
};
export const city = {
  name: 'Ville',
  plural: 'Villes',
  none: 'Ville inconnue',
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
};
export const screen = {
  name: 'Écran',
  plural: 'Écrans',
  none: 'Écran inconnu',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Téléphone',
  tablet: 'Tablette',
  laptop: 'Ordinateur portable',
  desktop: 'Ordinateur de bureau',
  wide: 'Écran large',
} as const;
export const network = {
  name: 'Réseau',
  plural: 'Réseaux',
  none: shared.unknown,
};
/** By the values of the API. */
export const networkNames = {
  hosting: 'Hébergement',
  vpn: 'VPN',
  business: 'Organisations',
  access: 'Fournisseurs d’accès',
} as const;
export const botSign = {
  name: 'Indice de robot',
  plural: 'Indices de robots',
  none: 'Aucun indice',
};
/** By the values of the API. */
export const botSignNames = {
  impossible_screen: 'Écran impossible',
  many_agents: 'Adresse aux nombreux navigateurs',
  no_engagement: 'Aucune interaction',
  one_page: 'Une seule page vue',
} as const;
export const event = {
  name: shared.event,
  plural: shared.events,
  none: 'Aucun événement',
};
/** Of rows without a property. */
export const noProperty = 'Aucune valeur';
