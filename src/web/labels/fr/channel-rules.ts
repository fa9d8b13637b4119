/** Texts of why a visit is of a channel. */

/** Why, by the names of the rules. */
export const rules = {
  internal: 'le référent est une page du site lui-même et le lien n’était pas balisé',
  affiliate_medium: 'utm_medium est celui des affiliés',
  email_medium: 'utm_medium est celui des e-mails',
  feed_medium: 'utm_medium est celui d’un flux',
  display_medium: 'utm_medium est celui des bannières',
  paid_video: 'utm_medium est celui des vidéos payantes',
  paid_video_source: 'utm_medium est payant et la source est une plateforme vidéo',
  paid_video_click:
    'l’adresse porte l’identifiant de clic d’une annonce et la source est une plateforme vidéo',
  paid_social_medium: 'utm_medium est celui des publications payantes sur les réseaux sociaux',
  paid_social_source: 'utm_medium est payant et la source est un réseau social',
  paid_search_medium: 'utm_medium est celui des résultats de recherche payants',
  paid_search_source: 'utm_medium est payant et la source est un moteur de recherche',
  search_ads_source: 'la source désigne des annonces de recherche (google_ads, adwords, bing_ads…)',
  social_ads_source: 'la source désigne des annonces sur un réseau social (facebook_ads, tiktok_ads…)',
  paid_social_click:
    'l’adresse porte un identifiant de clic d’annonces d’un réseau social (ttclid, twclid, li_fat_id…)',
  paid_search_click: 'l’adresse porte un identifiant de clic d’annonces de recherche (gclid, msclkid…)',
  display_click: 'l’adresse porte un identifiant de clic d’une régie de bannières (dclid…)',
  affiliate_click: 'l’adresse porte un identifiant de clic d’un réseau d’affiliation (awc, irclickid…)',
  ai_source: 'la source est un assistant IA',
  ai_medium: 'utm_medium est celui des assistants IA',
  paid_click:
    'utm_medium est celui des clics payants (cpc, ppc) et la source n’est pas un autre type de réseau',
  affiliate_action:
    'utm_medium désigne des actions payées (cpa, cps) et la source n’est ni un moteur de recherche ni un réseau social',
  paid_elsewhere: 'utm_medium est payant et la source n’est ni un moteur de recherche ni un réseau social',
  ads_source: 'la source est une régie de bannières ou d’articles recommandés',
  email_source: 'la source est une newsletter ou un service de messagerie',
  email_click:
    'l’adresse porte un paramètre que les services d’e-mailing ajoutent aux liens (mc_eid, _hsenc…)',
  feed_source: 'la source est un lecteur de flux',
  video_source: 'la source est une plateforme vidéo',
  video_medium: 'utm_medium est celui des vidéos',
  social_medium: 'utm_medium est celui des réseaux sociaux',
  social_source:
    'la source est un réseau social, une communauté ou une messagerie et rien n’indique un clic payant',
  search_source: 'la source est un moteur de recherche et rien n’indique un clic payant',
  search_medium: 'utm_medium est celui des résultats de recherche naturels',
  search_click:
    'l’adresse porte un paramètre qu’un moteur de recherche ajoute aux résultats naturels (srsltid)',
  social_click: 'l’adresse porte un paramètre qu’un réseau social ajoute à tous les liens (fbclid…)',
  referral: 'le référent est un autre site, qui ne relève d’aucun autre canal',
  referral_medium: 'utm_medium ne relève d’aucun autre canal',
  named_source: 'une source est indiquée et ne relève d’aucun autre canal',
  tagged: 'le lien était balisé avec une campagne et rien d’autre',
  direct: 'rien ne dit d’où vient la visite : ni référent, ni source, ni campagne',
};

export const intro =
  'Une visite relève de ce canal quand l’une de ces conditions est remplie et qu’aucune règle précédente ne s’applique. C’est la première page de la visite qui compte.';
export const more = 'Tous les canaux';
