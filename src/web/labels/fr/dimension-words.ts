/** Words of questions in the search, in lower case, by dimension: those before a value, and other names of values. */

export const path = {
  words: ['page', 'chemin', 'path'],
  synonyms: { '/': ['accueil', 'page accueil', 'home', 'homepage', 'home page'] },
};

export const entryPage = {
  words: ['page entree', 'entree', 'arrivee', 'page arrivee', 'entry page', 'landing page'],
};

export const exitPage = {
  words: ['page de sortie', 'sortie', 'exit page', 'exit'],
};

export const hostname = {
  words: ['nom d hote', 'hote', 'sous domaine', 'hostname'],
};

export const channel = {
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
  words: ['site referent', 'sites referents', 'referent', 'referents', 'lien de', 'referrer', 'referrers'],
};

export const source = {
  words: ['source', 'sources'],
  synonyms: { X: ['twitter'] },
};

export const campaign = {
  words: ['campagne', 'campagne utm', 'campaign', 'utm campaign'],
};

export const medium = {
  words: ['support', 'medium', 'utm medium'],
};

export const term = {
  words: ['terme', 'mot cle', 'utm term', 'term'],
};

export const content = {
  words: ['contenu', 'contenu annonce', 'utm content', 'content'],
};

export const country = {
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
  words: ['region', 'departement', 'province'],
};

export const city = {
  words: ['ville', 'city'],
};

export const browser = {
  words: ['navigateur', 'browser'],
};

export const platform = {
  words: ['systeme exploitation', 'systeme', 'plateforme', 'os'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
};

export const device = {
  words: ['appareil', 'device'],
  synonyms: {
    mobile: ['mobiles', 'telephone', 'telephones', 'smartphone', 'smartphones', 'phone'],
    desktop: ['ordinateurs', 'ordi', 'portable', 'pc', 'desktop'],
  },
};

export const event = {
  words: ['evenement', 'event'],
};
