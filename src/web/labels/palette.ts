/** Texts of the command palette, and words that its entries are found by beside their names. */

export const copyLinkKeywords = 'share address url';
export const themeKeywords = 'theme appearance colors colours dark light mode night';
export const shortcutKeywords = 'help keys';
export const docsKeywords = 'docs help guide';
export const apiKeywords = 'docs help openapi';
export const signOutKeywords = 'log out logout signout leave exit';
export const accountKeywords = 'account team switch';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'dashboard stats visitors pageviews top pages leaderboard',
  '/live': 'realtime activity now',
  '/journeys': 'paths entry exit pages',
  '/events': 'conversions custom events',
  '/goals': 'conversions conversion rate targets orders sign-ups',
  '/hours': 'heat map busiest weekday',
  '/monitoring': 'uptime downtime status broken links certificate domain',
  '/log': 'access log crawlers bots 404 not found feed readers subscribers errors',
  '/insights': 'deploys annotations findings notes',
  '/journeys/paths': 'flow before after next page steps',
  '/journeys/funnels': 'conversion steps drop-off leak checkout',
  '/journeys/returning': 'retention cohorts signed in identify loyal come back',
  '/links': 'utm builder qr code tag',
  '/settings':
    'tracking code snippet public stats exclusions spam privacy exclude own visits ip address import export',
};
export const periodKeywords = 'period days time date range';
export const settingsKeywords = (keywords: string) => `settings preferences ${keywords}`;
export const homeKeywords = 'home start';
export const accountPageKeywords = 'profile password email sessions notifications time zone';
export const mailReportKeywords = 'weekly monthly summary email';
export const apiKeyKeywords = 'token';
export const channelKeywords = 'alerts email slack discord telegram ntfy push phone messages';
export const webhookKeywords = 'deliveries';
export const teamKeywords = 'members invite users';
export const serverKeywords = 'operator admin version storage jobs email';
export const lightTheme = 'Light theme';
export const darkTheme = 'Dark theme';
export const systemTheme = 'System theme';
export const actions = 'Actions';
export const themeNotSaved = 'Couldn’t save the theme';
export const signOutFailed = 'Couldn’t sign out';
export const copyLink = 'Copy link to this view';
export const linkCopied = 'Link copied';
export const linkNotCopied = 'Couldn’t copy the link';
export const documentation = 'Documentation';
export const apiReference = 'API reference';
export const linkNotCopiedHint = 'Copy it from the address bar instead';
export const thisSite = 'This site';
export const found = 'Results';
export const paletteEmpty =
  'No results. Try a site, a page, a source, a country or a period, such as “last month”.';
export const searching = 'Searching…';
