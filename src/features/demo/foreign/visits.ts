/** The visits of the demonstration data, as other tools would have recorded them. */
import { createUserAgentParser } from '../../../ingest/user-agent.ts';
import { type DemoPlan, generateDemoHistory } from '../history.ts';
import type { DemoRow } from '../row.ts';

/** A page view or an event. */
export interface DemoAction {
  readonly at: Date;
  readonly path: string;
  /** Null for a page view. */
  readonly event: string | null;
}

/** What one visitor did on one day of UTC. */
export interface DemoVisit {
  /** From 0, the same for the same visitor. */
  readonly visitor: number;
  /** From 0. */
  readonly number: number;
  readonly day: string;
  readonly actions: readonly DemoAction[];
  readonly userAgent: string;
  /** Empty when it is not known; so is the system. */
  readonly browser: string;
  readonly system: string;
  readonly isMobile: boolean;
  readonly country: string;
  /** Address of the page that led there; empty for none. */
  readonly referrer: string;
  /** Parameters of the first page's address: those of a campaign. */
  readonly query: string;
}

/** What writers of exports write. */
export interface DemoData {
  /** Address of the site, without a slash at its end. */
  readonly siteUrl: string;
  readonly host: string;
  readonly visits: readonly DemoVisit[];
  /** Requests of AI crawlers. */
  readonly crawls: readonly { readonly at: Date; readonly path: string; readonly userAgent: string }[];
}

/** Returns the campaign of a visit's first page; empty texts for none. */
export function campaignOf({ query }: DemoVisit) {
  const parameters = new URLSearchParams(query);
  const [source = '', medium = '', campaign = ''] = ['source', 'medium', 'campaign'].map(
    name => parameters.get(`utm_${name}`) ?? '',
  );
  return { source, medium, campaign };
}

/** Generates the visits of a plan, oldest first. */
export function generateDemoData(plan: DemoPlan): DemoData {
  const rows = [...generateDemoHistory(plan)];
  const parse = createUserAgentParser();
  const visitors = new Map<string, number>();
  const visits = new Map<string, DemoVisit & { readonly actions: DemoAction[] }>();
  for (const row of rows) {
    if (row['type'] === 'agent_visit' || row['type'] === 'engagement') continue;
    const { visitor_id: id = '', created_at: at = '', user_agent: userAgent = '' } = row;
    const key = `${id} ${at.slice(0, 10)}`;
    visitors.set(id, visitors.get(id) ?? visitors.size);
    const { browserName, platformName, isMobile } = parse(userAgent);
    const visit = visits.get(key) ?? {
      visitor: visitors.get(id) ?? 0,
      number: visits.size,
      day: at.slice(0, 10),
      actions: [],
      ...{ userAgent, browser: browserName ?? '', system: platformName ?? '', isMobile: isMobile === true },
      country: row['country'] ?? 'XX',
      ...{ referrer: row['referrer'] ?? '', query: row['url']?.split('?')[1] ?? '' },
    };
    visit.actions.push(toAction(row));
    visits.set(key, visit);
  }
  return {
    siteUrl: plan.siteUrl,
    host: new URL(plan.siteUrl).hostname,
    visits: [...visits.values()],
    crawls: rows
      .filter(row => row['type'] === 'agent_visit')
      .map(row => ({ ...toAction(row), userAgent: row['user_agent'] ?? '' })),
  };
}

const toAction = (row: DemoRow): DemoAction => ({
  at: new Date(row['created_at'] ?? ''),
  path: row['path'] ?? '/',
  event: row['event'] ?? null,
});

/** Returns page views and events of all visits, oldest first, each with its visit, and whether it is the visit's first. */
export const listActions = ({ visits }: DemoData) =>
  visits
    .flatMap(visit => visit.actions.map((action, index) => ({ ...action, visit, isFirst: index === 0 })))
    .toSorted((a, b) => +a.at - +b.at);

export const isView = ({ event }: Pick<DemoAction, 'event'>): boolean => event === null;
