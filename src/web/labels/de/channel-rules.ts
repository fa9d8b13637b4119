/** Texts of why a visit is of a channel. */

/** Why, by the names of the rules. */
export const rules = {
  internal: 'der Referrer ist eine Seite der Website selbst, und der Link war nicht markiert',
  affiliate_medium: 'utm_medium steht für Affiliates',
  email_medium: 'utm_medium steht für E-Mails',
  feed_medium: 'utm_medium steht für Feeds',
  display_medium: 'utm_medium steht für Banner',
  paid_video: 'utm_medium steht für bezahlte Videos',
  paid_video_source: 'utm_medium steht für bezahlten Traffic, und die Quelle ist eine Videoplattform',
  paid_video_click: 'die Adresse hat die Klick-ID einer Anzeige, und die Quelle ist eine Videoplattform',
  paid_social_medium: 'utm_medium steht für bezahlte Beiträge in sozialen Netzwerken',
  paid_social_source: 'utm_medium steht für bezahlten Traffic, und die Quelle ist ein soziales Netzwerk',
  paid_search_medium: 'utm_medium steht für bezahlte Suchergebnisse',
  paid_search_source: 'utm_medium steht für bezahlten Traffic, und die Quelle ist eine Suchmaschine',
  search_ads_source: 'die Quelle steht für Suchanzeigen (google_ads, adwords, bing_ads …)',
  social_ads_source: 'die Quelle steht für Anzeigen in einem sozialen Netzwerk (facebook_ads, tiktok_ads …)',
  paid_social_click:
    'die Adresse hat eine Klick-ID von Anzeigen in einem sozialen Netzwerk (ttclid, twclid, li_fat_id …)',
  paid_search_click: 'die Adresse hat eine Klick-ID von Suchanzeigen (gclid, msclkid …)',
  display_click: 'die Adresse hat eine Klick-ID eines Bannernetzwerks (dclid …)',
  affiliate_click: 'die Adresse hat eine Klick-ID eines Affiliate-Netzwerks (awc, irclickid …)',
  ai_source: 'die Quelle ist ein KI-Assistent',
  ai_medium: 'utm_medium steht für KI-Assistenten',
  paid_click: 'utm_medium steht für bezahlte Klicks (cpc, ppc), und die Quelle ist kein Netzwerk anderer Art',
  affiliate_action:
    'utm_medium steht für bezahlte Aktionen (cpa, cps), und die Quelle ist weder eine Suchmaschine noch ein soziales Netzwerk',
  paid_elsewhere:
    'utm_medium steht für bezahlten Traffic, und die Quelle ist weder Suchmaschine noch soziales Netzwerk',
  ads_source: 'die Quelle ist ein Netzwerk für Banner oder empfohlene Artikel',
  email_source: 'die Quelle ist ein Newsletter oder ein E-Mail-Dienst',
  email_click: 'die Adresse hat einen Parameter, den E-Mail-Dienste an Links hängen (mc_eid, _hsenc …)',
  feed_source: 'die Quelle ist ein Feedreader',
  video_source: 'die Quelle ist eine Videoplattform',
  video_medium: 'utm_medium steht für Videos',
  social_medium: 'utm_medium steht für soziale Netzwerke',
  social_source:
    'die Quelle ist ein soziales Netzwerk, eine Community oder ein Messenger, und nichts spricht für einen bezahlten Klick',
  search_source: 'die Quelle ist eine Suchmaschine, und nichts spricht für einen bezahlten Klick',
  search_medium: 'utm_medium steht für unbezahlte Suchergebnisse',
  search_click:
    'die Adresse hat einen Parameter, den eine Suchmaschine an unbezahlte Ergebnisse hängt (srsltid)',
  social_click: 'die Adresse hat einen Parameter, den ein soziales Netzwerk an alle Links hängt (fbclid …)',
  referral: 'der Referrer ist eine andere Website und passt zu keinem anderen Kanal',
  referral_medium: 'utm_medium passt zu keinem anderen Kanal',
  named_source: 'eine Quelle ist genannt, die zu keinem anderen Kanal passt',
  tagged: 'der Link war mit einer Kampagne markiert und mit sonst nichts',
  direct: 'nichts sagt, wo der Besuch begann: kein Referrer, keine Quelle, keine Kampagne',
};

export const intro =
  'Ein Besuch gehört zu diesem Kanal, wenn einer dieser Gründe zutrifft und keine frühere Regel greift. Es zählt die erste Seite des Besuchs.';
export const more = 'Alle Kanäle';
