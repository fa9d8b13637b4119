/** What the palette finds: where one can go, and what one can do from here. */
import {
  Activity,
  CalendarDays,
  ChartLine,
  CircleUserRound,
  Clock,
  Flag,
  Folder,
  Globe,
  KeyRound,
  Lightbulb,
  type LucideIcon,
  Mail,
  MousePointerClick,
  Radio,
  Route,
  Server,
  Settings,
  Trophy,
  Users,
  Webhook,
} from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { readView, writeView } from '../view.ts';
import { useActionEntries } from './palette-actions.ts';
import type { Findable } from './palette-match.ts';
import { useApi } from './query-client.ts';
import { type Deed, keysFor, SHORTCUT_GROUPS } from './shortcut-table.ts';
import { isPossible } from './shortcuts.tsx';
import type { Site } from './site-frame.tsx';
import { useCanWrite, useUserSettings } from './user.ts';

export interface Entry extends Findable {
  readonly id: string;
  readonly Icon: LucideIcon;
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

/** An entry whose work is a deed. */
interface Row extends Findable {
  readonly Icon: LucideIcon;
  readonly deed: Deed;
}

const PAGE_ICONS: Readonly<Record<string, LucideIcon>> = {
  '': ChartLine,
  '/live': Radio,
  '/journeys': Route,
  '/events': MousePointerClick,
  '/leaderboard': Trophy,
  '/hours': Clock,
  '/monitoring': Activity,
  '/insights': Lightbulb,
  '/settings': Settings,
};

/** Deeds that have keys of their own. */
const WITH_KEYS: readonly Row[] = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts).flatMap(
  ({ words, deed }): Row[] => {
    if (deed.kind === 'site') {
      return [{ group: 'This site', words, Icon: PAGE_ICONS[deed.end] ?? Flag, deed }];
    }
    if (deed.kind !== 'period' && deed.kind !== 'button') return [];
    return [{ group: 'What is shown', words, also: 'period days time', Icon: CalendarDays, deed }];
  },
);

const place = (Icon: LucideIcon, words: string, to: string, also: string): Row => ({
  group: 'Settings',
  words,
  also: `settings ${also}`,
  Icon,
  deed: { kind: 'go', to },
});

const PLACES: readonly Row[] = [
  place(Globe, 'All sites', '/', 'home start'),
  place(CircleUserRound, 'Your account', '/settings/account', 'profile password sessions mails time zone'),
  place(Mail, 'Mail reports', '/settings/reports', 'weekly monthly summary e-mail'),
  place(KeyRound, 'API keys', '/settings/keys', 'token'),
  place(Webhook, 'Webhooks', '/settings/webhooks', 'deliveries'),
  place(Users, 'Team', '/settings/team', 'members invite'),
];
const SERVER = place(Server, 'Server', '/operator', 'operator version storage jobs mail');

/** Everything that can be found on the page that is open. */
export function useEntries(carryOut: (deed: Deed) => void): readonly Entry[] {
  const [path] = useLocation();
  const canWrite = useCanWrite();
  const { data: own } = useUserSettings();
  const sites = useSiteRows();
  const actions = useActionEntries(carryOut);
  const isAllowed = ({ deed }: Row) => canWrite || deed.kind !== 'site' || deed.end !== '/settings';
  const entry = ({ deed, ...row }: Row): Entry => ({
    ...row,
    id: JSON.stringify(deed),
    keys: keysFor(deed),
    run: () => carryOut(deed),
  });
  const here = WITH_KEYS.filter(row => isAllowed(row) && isPossible(row.deed, path));
  const places = own?.settings.is_operator ? [...PLACES, SERVER] : PLACES;
  return [...sites.map(entry), ...here.map(entry), ...actions, ...places.map(entry)];
}

/** Sites but the one that is open, and groups. The period goes along; filters are about one site. */
function useSiteRows(): Row[] {
  const [path] = useLocation();
  const view = writeView({ ...readView(useSearch()), filters: [] });
  const { data: sites } = useApi<{ sites: readonly Site[] }>('/sites');
  const { data: groups } = useApi<{ groups: readonly { id: number; name: string }[] }>('/groups');
  return [
    ...(sites?.sites ?? [])
      .filter(({ id }) => path !== `/sites/${id}`)
      .map(
        ({ id, label, url }): Row => ({
          group: 'Sites',
          words: label,
          also: url,
          isOneOfMany: true,
          Icon: Globe,
          deed: { kind: 'go', to: `/sites/${id}${view}` },
        }),
      ),
    ...(groups?.groups ?? []).map(
      ({ id, name }): Row => ({
        group: 'Groups',
        words: name,
        isOneOfMany: true,
        Icon: Folder,
        deed: { kind: 'go', to: `/groups/${id}${view}` },
      }),
    ),
  ];
}
