import {
  ApiError,
  discover,
  getCurrentUser,
  getSite,
  listRecentHits,
  listTopPaths,
  type RecentHits,
} from '../api.ts';
import { fill, h, outside } from '../dom.ts';
import { heading, type Place, type View } from '../frame.ts';
import { byHand, install } from '../install.ts';
import { navigate } from '../navigation.ts';
import { type Outcome, startPolling } from '../polling.ts';
import { createReport, type Facts } from '../report.ts';

/** One site: the way to its first hit, then its numbers, kept up to date while somebody looks. */
export async function openSite({ address, signal }: Place): Promise<View> {
  const id = siteIdOf(address);
  const [user, discovery, facts] = await Promise.all([getCurrentUser(), discover(), getFacts(id, signal)]);
  const report = createReport();
  const status = h('p', { class: 'status', role: 'status' });

  const present = ({ site, recent, paths }: Facts): void => {
    const hasHits = site.lifetime_hits > 0 || recent.summary.total_hits > 0;
    report.element.hidden = !hasHits;
    if (hasHits) report.update({ site, recent, paths });
    const state = !site.active ? 'off' : hasHits ? 'live' : 'waiting';
    if (status.dataset['state'] === state) return;
    status.dataset['state'] = state;
    fill(status, h('span', { class: 'dot' }), STATUS_TEXT[state]);
  };
  present(facts);
  startLiveHits({ id, signal, shown: facts, present, status });

  const { site } = facts;
  const parts = { site, user, discovery };
  return {
    title: site.label,
    user,
    showsCountries: true,
    content: [
      h('p', { class: 'crumb' }, h('a', { href: '/' }, 'Sites')),
      heading(outside(site.label)),
      h('p', { class: 'soft' }, outside(site.url)),
      status,
      report.element,
      install(parts, site.lifetime_hits === 0),
      byHand(parts),
    ],
  };
}

const STATUS_TEXT = {
  off: 'This site takes no hits: it is switched off (active is false).',
  live: 'Live: new hits appear here by themselves.',
  waiting: 'Waiting for the first hit. Open a page that has the snippet: it appears here by itself.',
} as const;

/** Addresses are typed by hand too; no site has the number 0. */
const siteIdOf = ({ pathname }: URL): number => Number(/^\/sites\/(\d{1,15})$/.exec(pathname)?.[1] ?? 0);

async function getFacts(id: number, signal: AbortSignal): Promise<Facts> {
  const [site, recent, paths] = await Promise.all([
    getSite(id, signal),
    listRecentHits(id, signal),
    listTopPaths(id, signal),
  ]);
  return { site, recent, paths };
}

interface LiveHits {
  readonly id: number;
  readonly signal: AbortSignal;
  /** What the page shows already. */
  readonly shown: Facts;
  readonly present: (facts: Facts) => void;
  readonly status: HTMLElement;
}

function startLiveHits({ id, signal, shown, present, status }: LiveHits): void {
  let known = shown;

  async function ask(): Promise<Outcome> {
    const recent = await listRecentHits(id, signal);
    if (status.dataset['state'] === 'lost') present(known);
    if (isSame(recent, known.recent)) return 'nothing new';
    // The hit itself first; the counts around it take two more questions.
    present({ ...known, recent });
    const [site, paths] = await Promise.all([getSite(id, signal), listTopPaths(id, signal)]);
    known = { site, recent, paths };
    present(known);
    return 'news';
  }

  function lose(error: unknown): Outcome {
    if (signal.aborted) return 'failed';
    if (error instanceof ApiError && error.status === 401) {
      navigate(`/login?next=/sites/${id}`, { replaces: true });
      return 'failed';
    }
    status.dataset['state'] = 'lost';
    const message = error instanceof ApiError ? error.message : 'The newest hits cannot be read.';
    fill(status, h('span', { class: 'dot' }), `${message} Trying again.`);
    return 'failed';
  }

  startPolling(() => ask().catch(lose), signal);
}

const isSame = (left: RecentHits, right: RecentHits): boolean =>
  left.hits[0]?.id === right.hits[0]?.id && left.summary.total_hits === right.summary.total_hits;
