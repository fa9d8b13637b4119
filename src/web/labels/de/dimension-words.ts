/** Words of questions in the search, in lower case, by dimension: those before a value, and other names of values. */

export const path = {
  words: ['seite', 'pfad', 'page', 'path'],
  synonyms: { '/': ['startseite', 'homepage', 'home'] },
};

export const entryPage = {
  words: ['einstiegsseite', 'einstieg', 'landingpage', 'landing page', 'entry page'],
};

export const exitPage = {
  words: ['ausstiegsseite', 'ausstieg', 'exit page', 'exit'],
};

export const hostname = {
  words: ['hostname', 'host', 'subdomain', 'domain'],
};

export const channel = {
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
  words: ['referrer', 'verweis', 'verweise', 'verweisende website', 'verlinkt von'],
};

export const source = {
  words: ['quelle', 'quellen', 'source'],
  synonyms: { X: ['twitter'] },
};

export const campaign = {
  words: ['kampagne', 'utm campaign', 'campaign'],
};

export const medium = {
  words: ['medium', 'utm medium'],
};

export const term = {
  words: ['suchbegriff', 'begriff', 'keyword', 'utm term', 'term'],
};

export const content = {
  words: ['anzeigeninhalt', 'inhalt', 'utm content', 'content'],
};

export const country = {
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
  words: ['region', 'bundesland', 'kanton'],
};

export const city = {
  words: ['stadt', 'ort', 'city'],
};

export const browser = {
  words: ['browser'],
};

export const platform = {
  words: ['os', 'betriebssystem', 'system', 'plattform', 'platform'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
};

export const device = {
  words: ['gerat', 'geraet', 'device'],
  synonyms: {
    mobile: ['handy', 'handys', 'smartphone', 'smartphones', 'mobilgerat', 'mobilgerate', 'mobile'],
    desktop: ['computer', 'rechner', 'laptop', 'laptops', 'notebook', 'pc'],
  },
};

export const event = {
  words: ['ereignis', 'event'],
};
