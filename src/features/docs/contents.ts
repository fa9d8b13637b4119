/** The pages of the documentation, in reading order. */
import alerts from './pages/alerts.md' with { type: 'text' };
import api from './pages/api.md' with { type: 'text' };
import backup from './pages/backup.md' with { type: 'text' };
import channels from './pages/channels.md' with { type: 'text' };
import clickHouse from './pages/clickhouse.md' with { type: 'text' };
import commands from './pages/commands.md' with { type: 'text' };
import eventsAndKudos from './pages/events-and-kudos.md' with { type: 'text' };
import exporting from './pages/export.md' with { type: 'text' };
import filtersAndReports from './pages/filters-and-reports.md' with { type: 'text' };
import funnels from './pages/funnels.md' with { type: 'text' };
import gettingStarted from './pages/getting-started.md' with { type: 'text' };
import goals from './pages/goals.md' with { type: 'text' };
import howFast from './pages/how-fast.md' with { type: 'text' };
import https from './pages/https.md' with { type: 'text' };
import importing from './pages/import.md' with { type: 'text' };
import index from './pages/index.md' with { type: 'text' };
import insightsAndSignals from './pages/insights-and-signals.md' with { type: 'text' };
import install from './pages/install.md' with { type: 'text' };
import keyboard from './pages/keyboard.md' with { type: 'text' };
import mailReports from './pages/mail-reports.md' with { type: 'text' };
import mcp from './pages/mcp.md' with { type: 'text' };
import metrics from './pages/metrics.md' with { type: 'text' };
import monitoring from './pages/monitoring.md' with { type: 'text' };
import pageRules from './pages/page-rules.md' with { type: 'text' };
import placesAndDevices from './pages/places-and-devices.md' with { type: 'text' };
import privacy from './pages/privacy.md' with { type: 'text' };
import removeData from './pages/remove-data.md' with { type: 'text' };
import selfHosting from './pages/self-hosting.md' with { type: 'text' };
import serverLogs from './pages/server-logs.md' with { type: 'text' };
import settings from './pages/settings.md' with { type: 'text' };
import sharing from './pages/sharing.md' with { type: 'text' };
import siteBuilders from './pages/site-builders.md' with { type: 'text' };
import snippet from './pages/snippet.md' with { type: 'text' };
import statusPages from './pages/status-pages.md' with { type: 'text' };
import webhooks from './pages/webhooks.md' with { type: 'text' };
import webmention from './pages/webmention.md' with { type: 'text' };

/** A page of the documentation. */
export interface DocPage {
  /** Last part of its address: `/docs/NAME`, and `/docs/NAME.md` for the Markdown. */
  readonly name: string;
  readonly title: string;
  /** Summary in one line: for the index, for search engines and for language models. */
  readonly summary: string;
  /** Markdown, its title as the first line. */
  readonly text: string;
}

/** The index, at `/docs` itself. */
export const INDEX_PAGE: DocPage = {
  name: 'index',
  title: 'Documentation',
  summary: 'Everything about this version of Footfall',
  text: index,
};

/** Groups of pages as the list of contents shows them. */
export const CONTENTS: readonly { readonly title: string; readonly pages: readonly DocPage[] }[] = [
  {
    title: 'Measure',
    pages: [
      {
        name: 'getting-started',
        title: 'Getting started',
        summary:
          'Your first site in a minute: set up, add a site, add the tracking code, see your first visit',
        text: gettingStarted,
      },
      {
        name: 'snippet',
        title: 'Tracking code',
        summary:
          'What the tracking code records, its options, opt-out, content security policies and the pixel',
        text: snippet,
      },
      {
        name: 'site-builders',
        title: 'Site builders',
        summary: 'Where to paste the tracking code in WordPress, Hugo, Next.js, Webflow and twelve others',
        text: siteBuilders,
      },
      {
        name: 'events-and-kudos',
        title: 'Events and kudos',
        summary: 'Track custom events, and let readers applaud a page',
        text: eventsAndKudos,
      },
      {
        name: 'webmention',
        title: 'Webmention',
        summary: 'Likes on other sites count as kudos on yours',
        text: webmention,
      },
    ],
  },
  {
    title: 'Understand',
    pages: [
      {
        name: 'filters-and-reports',
        title: 'Filters and reports',
        summary: 'Every report parameter: periods, filters, groups, comparison and CSV',
        text: filtersAndReports,
      },
      {
        name: 'page-rules',
        title: 'Page rules',
        summary: 'Count several addresses as one page: slashes, index files, parameters, routes, patterns',
        text: pageRules,
      },
      {
        name: 'remove-data',
        title: 'Remove pageviews',
        summary: 'Remove what was counted by mistake, by filter or date, and undo it within 30 days',
        text: removeData,
      },
      {
        name: 'sharing',
        title: 'Sharing',
        summary: 'Share selected reports with a link, optionally with a password and expiry date',
        text: sharing,
      },
      {
        name: 'channels',
        title: 'Channels',
        summary: 'How visits are sorted into Paid Search, Organic Social, AI Assistants and other channels',
        text: channels,
      },
      {
        name: 'goals',
        title: 'Goals',
        summary: 'Define conversions and break them down by any dimension',
        text: goals,
      },
      {
        name: 'funnels',
        title: 'Funnels and paths',
        summary: 'See how far visitors get step by step, where they drop off, and which paths they take',
        text: funnels,
      },
      {
        name: 'places-and-devices',
        title: 'Places and devices',
        summary:
          'Regions, cities, languages, screens, versions and networks: where they come from and what is stored',
        text: placesAndDevices,
      },
      {
        name: 'monitoring',
        title: 'Monitoring',
        summary: 'Uptime, certificates, domains, broken links and mixed content',
        text: monitoring,
      },
      {
        name: 'status-pages',
        title: 'Status pages',
        summary: 'A public page with uptime, incidents and maintenance',
        text: statusPages,
      },
      {
        name: 'insights-and-signals',
        title: 'Insights and annotations',
        summary: 'Daily findings, and annotations for context',
        text: insightsAndSignals,
      },
      {
        name: 'mail-reports',
        title: 'Email reports',
        summary: 'A weekly or monthly summary of a site or group by email',
        text: mailReports,
      },
      {
        name: 'keyboard',
        title: 'Keyboard',
        summary: 'Keyboard shortcuts of the dashboard',
        text: keyboard,
      },
    ],
  },
  {
    title: 'Connect',
    pages: [
      {
        name: 'api',
        title: 'API reference',
        summary: 'Every endpoint with parameters, bodies, answers and an example',
        text: api,
      },
      {
        name: 'alerts',
        title: 'Alerts',
        summary: 'Get notified by email, chat or push',
        text: alerts,
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        summary: 'Instant notifications: events, delivery and signatures',
        text: webhooks,
      },
      {
        name: 'mcp',
        title: 'MCP',
        summary: 'Let AI assistants query your stats: clients and tools',
        text: mcp,
      },
    ],
  },
  {
    title: 'Run',
    pages: [
      {
        name: 'install',
        title: 'Install and upgrade',
        summary: 'One file, a Debian package, a container or the source, for Linux and macOS; upgrades',
        text: install,
      },
      {
        name: 'self-hosting',
        title: 'Self-hosting',
        summary: 'The service, the first user, reverse proxy and email',
        text: selfHosting,
      },
      {
        name: 'commands',
        title: 'Commands',
        summary: 'Every command of the program: users, keys, imports, backups, upgrades',
        text: commands,
      },
      {
        name: 'https',
        title: 'HTTPS and addresses',
        summary: 'TLS without a proxy, automatic certificates, and serving from a path',
        text: https,
      },
      {
        name: 'settings',
        title: 'Server settings',
        summary: 'Every setting of the server, as a flag and in the environment',
        text: settings,
      },
      {
        name: 'clickhouse',
        title: 'Hits on ClickHouse',
        summary: 'Keep hits on a ClickHouse server or cluster: setup, moving data and backups',
        text: clickHouse,
      },
      {
        name: 'backup',
        title: 'Backup and recovery',
        summary: 'Back up a running server, restore, move, and recover from damage or a full disk',
        text: backup,
      },
      {
        name: 'how-fast',
        title: 'How fast',
        summary: 'How long reports, imports and starts take, and on which machine',
        text: howFast,
      },
      {
        name: 'metrics',
        title: 'Health, logs and metrics',
        summary: 'Monitoring the server: /healthz, the log, and metrics for Prometheus with alerts',
        text: metrics,
      },
      {
        name: 'import',
        title: 'Import',
        summary: 'Import data from a file',
        text: importing,
      },
      {
        name: 'server-logs',
        title: 'Server logs',
        summary:
          'Import or follow the access log of a web server to see crawlers, feed readers, missing pages and errors',
        text: serverLogs,
      },
      {
        name: 'export',
        title: 'Export',
        summary: 'Export everything to files that Footfall and other tools can read',
        text: exporting,
      },
      {
        name: 'privacy',
        title: 'Privacy',
        summary: 'What is stored about visitors, what isn’t, and how they are counted',
        text: privacy,
      },
    ],
  },
];

/** Every page but the index, in reading order. */
export const DOC_PAGES: readonly DocPage[] = CONTENTS.flatMap(({ pages }) => pages);
