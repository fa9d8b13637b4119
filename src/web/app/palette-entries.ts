/** Entries of the command palette. */

import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  Bell,
  BookOpen,
  CalendarDays,
  ChartLine,
  CircleUserRound,
  Clock,
  Flag,
  Folder,
  Funnel,
  Globe,
  KeyRound,
  Lightbulb,
  Link2,
  type LucideIcon,
  Mail,
  MousePointerClick,
  Radio,
  Repeat,
  Route,
  ScrollText,
  Server,
  Settings,
  Signpost,
  Target,
  Users,
  Webhook,
} from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { readText } from '../api.ts';
import { displayLabel } from '../format.ts';
import * as funnels from '../labels/funnels.tsx';
import * as words from '../labels/palette.ts';
import * as returning from '../labels/returning.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { formatView, parseView } from '../view.ts';
import { type AccountPage, useAccountPages } from './account-pages.ts';
import { ASKED_SITES } from './ask.ts';
import { parseDocLinks } from './doc-links.ts';
import { useActionEntries } from './palette-actions.ts';
import type { Entry } from './palette-entry.ts';
import type { Searchable } from './palette-match.ts';
import { useApi } from './query-client.ts';
import { type Action, keysFor, SHORTCUT_GROUPS } from './shortcut-table.ts';
import { isAvailable } from './shortcuts.tsx';
import type { Site } from './site-layout.tsx';
import { isPageReadable } from './site-page-sections.ts';
import { useCanWrite, useSections } from './user.ts';

/** An entry that runs an action. */
interface Row extends Searchable {
  readonly Icon: LucideIcon;
  readonly action: Action;
}

const PAGE_ICONS: Readonly<Record<string, LucideIcon>> = {
  '': ChartLine,
  '/live': Radio,
  '/journeys': Route,
  '/events': MousePointerClick,
  '/goals': Target,
  '/hours': Clock,
  '/monitoring': Activity,
  '/log': ScrollText,
  '/insights': Lightbulb,
  '/links': Link2,
  '/settings': Settings,
};

/** Actions with a shortcut. */
const SHORTCUT_ROWS: readonly Row[] = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts).flatMap(
  ({ label, action }): Row[] => {
    if (action.kind === 'site') {
      const keywords = words.sitePageKeywords[action.end] ?? '';
      return [{ group: words.thisSite, label, keywords, Icon: PAGE_ICONS[action.end] ?? Flag, action }];
    }
    if (action.kind !== 'period' && action.kind !== 'button') return [];
    return [{ group: labels.whatIsShown, label, keywords: words.periodKeywords, Icon: CalendarDays, action }];
  },
);

/** Pages that are reached from another, without a shortcut. */
const WAYS_ROWS: readonly Row[] = (
  [
    [funnels.paths, '/journeys/paths', Signpost],
    [funnels.funnels, '/journeys/funnels', Funnel],
    [returning.title, '/journeys/returning', Repeat],
  ] as const
).map(([label, end, Icon]) => ({
  ...{ group: words.thisSite, label, keywords: words.sitePageKeywords[end] ?? '' },
  ...{ Icon, action: { kind: 'site', end } },
}));

const createPageRow = (label: string, [Icon, keywords]: readonly [LucideIcon, string], to: string): Row => ({
  group: shared.settings,
  label,
  keywords: words.settingsKeywords(keywords),
  Icon,
  action: { kind: 'go', to },
});

const HOME_ROW = createPageRow(shared.allSites, [Globe, words.homeKeywords], '/');
const ACCOUNT_PAGES: Readonly<Record<AccountPage, readonly [LucideIcon, string]>> = {
  '/settings/account': [CircleUserRound, words.accountPageKeywords],
  '/settings/reports': [Mail, words.mailReportKeywords],
  '/settings/notifications': [Bell, words.channelKeywords],
  '/settings/webhooks': [Webhook, words.webhookKeywords],
  '/settings/keys': [KeyRound, words.apiKeyKeywords],
  '/settings/team': [Users, words.teamKeywords],
  '/operator': [Server, words.serverKeywords],
};

/** Returns all entries that are available on the current page. */
export function useEntries(runAction: (action: Action) => void): readonly Entry[] {
  const [path] = useLocation();
  const canWrite = useCanWrite();
  const accountPages = useAccountPages();
  const sites = useSiteRows();
  const actions = useActionEntries(runAction);
  const docs = useDocEntries();
  const sections = useSections();
  const isAllowed = ({ action }: Row) =>
    action.kind !== 'site' ||
    (isPageReadable(action.end, sections) && (canWrite || action.end !== '/settings'));
  const entry = ({ action, ...row }: Row): Entry => ({
    ...row,
    id: JSON.stringify(action),
    keys: keysFor(action),
    run: () => runAction(action),
  });
  const here = [...SHORTCUT_ROWS, ...WAYS_ROWS].filter(
    row => isAllowed(row) && isAvailable(row.action, path),
  );
  const pageRows = [
    HOME_ROW,
    ...accountPages.map(([href, text]) => createPageRow(text, ACCOUNT_PAGES[href], href)),
  ];
  return [...sites.map(entry), ...here.map(entry), ...actions, ...pageRows.map(entry), ...docs];
}

/** Returns the pages of the documentation, from the list that the server publishes of them. */
function useDocEntries(): readonly Entry[] {
  const { data } = useQuery({
    queryKey: ['/llms.txt'],
    queryFn: async ({ signal }) => parseDocLinks(await readText('/llms.txt', signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (data ?? []).map(({ title, path, summary }) => ({
    id: `doc-${path}`,
    group: words.documentation,
    label: title,
    keywords: `${words.docsKeywords} ${summary}`,
    isFromLongList: true,
    Icon: BookOpen,
    run: () => location.assign(path),
  }));
}

/** Returns the other sites, and groups. The period is kept; filters belong to one site. */
function useSiteRows(): Row[] {
  const [path] = useLocation();
  const view = formatView({ ...parseView(useSearch()), filters: [] });
  const { data: sites } = useApi<{ sites: readonly Site[] }>('/sites', ASKED_SITES);
  const { data: groups } = useApi<{ groups: readonly { id: number; name: string }[] }>('/groups');
  return [
    ...(sites?.sites ?? [])
      .filter(({ id }) => path !== `/sites/${id}`)
      .map(
        ({ id, label, url }): Row => ({
          group: shared.sites,
          label: displayLabel(label),
          keywords: url,
          isFromLongList: true,
          Icon: Globe,
          action: { kind: 'go', to: `/sites/${id}${view}` },
        }),
      ),
    ...(groups?.groups ?? []).map(
      ({ id, name }): Row => ({
        group: shared.groups,
        label: name,
        isFromLongList: true,
        Icon: Folder,
        action: { kind: 'go', to: `/groups/${id}${view}` },
      }),
    ),
  ];
}
