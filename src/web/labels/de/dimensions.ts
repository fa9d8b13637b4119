/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one; and in lower
 * case the words of questions in the search: those before a value, and other names of values.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direkt / keine';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'Keine Seite',
  words: ['seite', 'pfad', 'page', 'path'],
  synonyms: { '/': ['startseite', 'homepage', 'home'] },
};
export const entryPage = {
  name: 'Einstiegsseite',
  plural: 'Einstiegsseiten',
  none: 'Keine Einstiegsseite',
  words: ['einstiegsseite', 'einstieg', 'landingpage', 'landing page', 'entry page'],
};
export const exitPage = {
  name: 'Ausstiegsseite',
  plural: 'Ausstiegsseiten',
  none: 'Keine Ausstiegsseite',
  words: ['ausstiegsseite', 'ausstieg', 'exit page', 'exit'],
};
export const hostname = {
  name: 'Hostname',
  plural: 'Hostnamen',
  none: 'Kein Hostname',
  words: ['hostname', 'host', 'subdomain', 'domain'],
};
export const channel = {
  name: 'Kanal',
  plural: 'Kanäle',
  none: 'Kein Kanal',
  words: ['kanal', 'kanale', 'kanaele', 'channel'],
  synonyms: {
    Direct: ['direkte aufrufe', 'direct'],
    'Organic Search': ['suchmaschinen', 'seo', 'organic search'],
    'Paid Search': ['suchanzeigen', 'sea', 'sem', 'paid search'],
    'Organic Social': ['social media', 'social', 'organic social'],
    'Paid Social': ['paid social', 'social ads'],
    'AI Assistants': ['ki', 'chatbots', 'ai assistants'],
    Email: ['email', 'mails', 'newsletter'],
    Referral: ['verweis', 'andere websites', 'referral'],
    Display: ['banner', 'display'],
    Affiliates: ['partnerprogramme'],
    'Feed Readers': ['rss', 'feeds', 'feed reader'],
  },
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
  words: ['referrer', 'verweis', 'verweise', 'verweisende website', 'verlinkt von'],
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
  words: ['quelle', 'quellen', 'source'],
  synonyms: { X: ['twitter'] },
};
export const campaign = {
  name: 'Kampagne',
  plural: 'Kampagnen',
  none: 'Keine Kampagne',
  words: ['kampagne', 'utm campaign', 'campaign'],
};
export const medium = {
  name: 'Medium',
  plural: 'Medien',
  none: 'Kein Medium',
  words: ['medium', 'utm medium'],
};
export const term = {
  name: 'Suchbegriff',
  plural: 'Suchbegriffe',
  none: 'Kein Suchbegriff',
  words: ['suchbegriff', 'begriff', 'keyword', 'utm term', 'term'],
};
export const content = {
  name: 'Anzeigeninhalt',
  plural: 'Anzeigeninhalte',
  none: 'Kein Anzeigeninhalt',
  words: ['anzeigeninhalt', 'inhalt', 'utm content', 'content'],
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
  words: ['land', 'country'],
  synonyms: {
    US: ['us', 'usa', 'amerika', 'vereinigte staaten von amerika', 'america'],
    GB: ['uk', 'grossbritannien', 'großbritannien', 'england', 'vereinigtes konigreich', 'britain'],
    NL: ['holland', 'den niederlanden'],
    CZ: ['tschechische republik', 'tschechei'],
    TR: ['turkei', 'tuerkei', 'der turkei'],
    AE: ['vae', 'emirate', 'uae'],
    KR: ['korea', 'sudkorea', 'suedkorea'],
    RU: ['russische foderation', 'russia'],
    DE: ['brd', 'germany'],
    AT: ['oesterreich', 'austria'],
    CH: ['der schweiz', 'switzerland'],
  },
};
export const region = {
  name: 'Region',
  plural: 'Regionen',
  none: 'Unbekannte Region',
  words: ['region', 'bundesland', 'kanton'],
};
export const city = {
  name: 'Stadt',
  plural: 'Städte',
  none: 'Unbekannte Stadt',
  words: ['stadt', 'ort', 'city'],
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
  words: ['browser'],
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
  words: ['os', 'betriebssystem', 'system', 'plattform', 'platform'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
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
  words: ['gerat', 'geraet', 'device'],
  synonyms: {
    mobile: ['handy', 'handys', 'smartphone', 'smartphones', 'mobilgerat', 'mobilgerate', 'mobile'],
    desktop: ['computer', 'rechner', 'laptop', 'laptops', 'notebook', 'pc'],
  },
};
export const screen = {
  name: 'Bildschirm',
  plural: 'Bildschirme',
  none: 'Unbekannter Bildschirm',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Handy (unter 600 px)',
  tablet: 'Tablet (600–1.024 px)',
  laptop: 'Laptop (1.025–1.599 px)',
  desktop: 'Desktop (1.600–2.399 px)',
  wide: 'Breit (ab 2.400 px)',
} as const;
export const event = {
  name: shared.event,
  plural: shared.events,
  none: 'Kein Ereignis',
  words: ['ereignis', 'event'],
};
/** Of rows without a property. */
export const noProperty = 'Kein Wert';
