/** Texts of the command palette, and words that its entries are found by beside their names. */

export const copyLinkKeywords = 'partager adresse url share address';
export const themeKeywords =
  'thème apparence couleurs clair sombre nuit mode theme appearance colors colours dark light night';
export const shortcutKeywords = 'aide touches help keys';
export const docsKeywords = 'aide guide docs help';
export const apiKeywords = 'documentation aide docs help openapi';
export const signOutKeywords = 'quitter déconnexion log out logout signout leave exit';
export const accountKeywords = 'compte équipe changer account team switch';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'tableau de bord statistiques visiteurs pages vues dashboard stats visitors pageviews overview pages les plus vues populaires leaderboard top pages',
  '/live': 'direct activité maintenant live realtime activity now',
  '/journeys': 'chemins pages d’entrée de sortie journeys paths entry exit pages',
  '/events': 'conversions événements personnalisés events custom',
  '/goals': 'conversions taux de conversion commandes goals conversion rate',
  '/hours': 'carte de chaleur affluence jour semaine hours heat map busiest weekday',
  '/monitoring':
    'disponibilité panne état liens cassés certificat domaine monitoring uptime downtime status broken links certificate domain',
  '/log':
    'journal d’accès robots crawlers 404 introuvable lecteurs de flux abonnés erreurs access log bots not found feed readers subscribers errors',
  '/insights': 'déploiements annotations constats notes analyses insights findings',
  '/journeys/paths': 'flux avant après page suivante étapes',
  '/journeys/funnels': 'conversion étapes abandon panier',
  '/journeys/returning': 'rétention cohortes connectés fidélité revenir',
  '/links': 'utm createur code qr lien baliser',
  '/settings':
    'réglages code de suivi statistiques publiques exclusions spam confidentialité settings tracking code snippet public stats privacy exclure ses visites adresse ip import export',
};
export const periodKeywords = 'période jours heure date intervalle period days time range';
export const settingsKeywords = (keywords: string) =>
  `paramètres réglages préférences settings preferences ${keywords}`;
export const homeKeywords = 'accueil début home start';
export const accountPageKeywords =
  'profil mot de passe e-mail sessions notifications fuseau horaire langue profile password email time zone';
export const mailReportKeywords = 'hebdomadaire mensuel résumé e-mail weekly monthly summary email';
export const apiKeyKeywords = 'jeton token';
export const channelKeywords = 'alertes e-mail Slack Discord Telegram ntfy push téléphone messages';
export const webhookKeywords = 'envois deliveries';
export const teamKeywords = 'membres inviter utilisateurs members invite users';
export const serverKeywords =
  'exploitant administrateur version stockage tâches e-mail operator admin storage jobs email';
export const lightTheme = 'Thème clair';
export const darkTheme = 'Thème sombre';
export const systemTheme = 'Thème du système';
export const actions = 'Actions';
export const themeNotSaved = 'Impossible d’enregistrer le thème';
export const signOutFailed = 'Déconnexion impossible';
export const copyLink = 'Copier le lien vers cette vue';
export const linkCopied = 'Lien copié';
export const linkNotCopied = 'Impossible de copier le lien';
export const documentation = 'Documentation';
export const apiReference = 'Référence de l’API';
export const linkNotCopiedHint = 'Copiez-le depuis la barre d’adresse';
export const thisSite = 'Ce site';
export const found = 'Résultats';
export const paletteEmpty =
  'Aucun résultat. Essayez un site, une page, une source, un pays ou une période, comme « le mois dernier ».';
export const searching = 'Recherche…';
