/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direkt / keiner';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'Keine Seite',
};
export const entryPage = {
  name: 'Einstiegsseite',
  plural: 'Einstiegsseiten',
  none: 'Keine Einstiegsseite',
};
export const exitPage = {
  name: 'Ausstiegsseite',
  plural: 'Ausstiegsseiten',
  none: 'Keine Ausstiegsseite',
};
export const hostname = {
  name: 'Hostname',
  plural: 'Hostnamen',
  none: 'Kein Hostname',
};
export const channel = {
  name: 'Kanal',
  plural: 'Kanäle',
  none: 'Kein Kanal',
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
};
export const referrer = {
  name: 'Referrer-URL',
  plural: 'Vollständige URLs',
  none: direct,
  /** In its list, between those of referrers. */
  row: 'Vollständige URL',
};
export const source = {
  name: 'Quelle',
  plural: shared.sources,
  none: 'Keine Quelle',
};
export const campaign = {
  name: 'Kampagne',
  plural: 'Kampagnen',
  none: 'Keine Kampagne',
};
export const medium = {
  name: 'Medium',
  plural: 'Medien',
  none: 'Kein Medium',
};
export const term = {
  name: 'Suchbegriff',
  plural: 'Suchbegriffe',
  none: 'Kein Suchbegriff',
};
export const content = {
  name: 'Inhalt (utm_content)',
  plural: 'Inhalte',
  none: 'Kein Inhalt',
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
};
export const region = {
  name: 'Region',
  plural: 'Regionen',
  none: 'Unbekannte Region',
};
export const city = {
  name: 'Stadt',
  plural: 'Städte',
  none: 'Unbekannte Stadt',
};
/** Those that the API sums up. */
export const otherPlaces = 'Orte mit weniger als 5 Besuchern';
export const language = {
  name: 'Sprache',
  plural: 'Sprachen',
  none: 'Unbekannte Sprache',
};
export const browser = {
  name: 'Browser',
  plural: shared.browsers,
  none: shared.unknownBrowser,
};
export const browserVersion = {
  name: 'Browserversion',
  plural: 'Browserversionen',
  none: 'Unbekannte Version',
};
export const platform = {
  name: 'Betriebssystem',
  plural: 'Betriebssysteme',
  none: 'Unbekanntes System',
};
export const platformVersion = {
  name: 'Systemversion',
  plural: 'Systemversionen',
  none: 'Unbekannte Version',
};
export const device = {
  name: 'Gerät',
  plural: shared.devices,
  none: 'Unbekanntes Gerät',
};
export const screen = {
  name: 'Bildschirm',
  plural: 'Bildschirme',
  none: 'Unbekannter Bildschirm',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Smartphone',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
  wide: 'Breit',
} as const;
export const network = {
  name: 'Netzwerk',
  plural: 'Netzwerke',
  none: shared.unknown,
};
/** By the values of the API. */
export const networkNames = {
  hosting: 'Hosting',
  vpn: 'VPN',
  business: 'Organisationen',
  access: 'Internetanbieter',
} as const;
export const botSign = {
  name: 'Anzeichen für Bots',
  plural: 'Anzeichen für Bots',
  none: 'Keine Anzeichen',
};
/** By the values of the API. */
export const botSignNames = {
  impossible_screen: 'Unmöglicher Bildschirm',
  many_agents: 'Adresse mit vielen Browsern',
  no_engagement: 'Keine Interaktion',
  one_page: 'Nur ein Seitenaufruf',
} as const;
export const event = {
  name: shared.event,
  plural: shared.events,
  none: 'Kein Ereignis',
};
/** Of rows without a property. */
export const noProperty = 'Kein Wert';
