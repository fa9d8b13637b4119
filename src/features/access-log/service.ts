/** Answers what access logs show beside the visits that became rows. */
import { LOG_CLASSES, type LogSumKind, type LogTotal, type LogTotals } from '../../core/hits/log-sums.ts';
import type { AccessLog } from './schema.ts';

const sumOf = (sums: readonly LogTotal[]): number => sums.reduce((sum, { requests }) => sum + requests, 0);

/** Groups sums by name, the largest first. */
const byName = (sums: readonly LogTotal[]) =>
  [...Map.groupBy(sums, ({ name }) => name)]
    .map(([name, own]) => ({ name, own, requests: sumOf(own) }))
    .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1));

const toPrograms = (sums: readonly LogTotal[]) =>
  byName(sums).map(({ name, own, requests }) => ({
    name,
    requests,
    statuses: own.map(({ detail, requests: ofStatus }) => ({ status: Number(detail), requests: ofStatus })),
  }));

const toSubscribers = (subscribers: number): number | null => (subscribers === 0 ? null : subscribers);

const toReaders = (sums: readonly LogTotal[]) =>
  byName(sums).map(({ name, own, requests }) => ({
    name,
    requests,
    subscribers: toSubscribers(own.reduce((sum, { subscribers }) => sum + subscribers, 0)),
    feeds: own.map(({ detail, requests: ofFeed, subscribers }) => ({
      path: detail,
      requests: ofFeed,
      subscribers: toSubscribers(subscribers),
    })),
  }));

const toErrors = (sums: readonly LogTotal[]) =>
  sums.map(({ name, detail, requests }) => ({ path: name, status: Number(detail), requests }));

/** Presents totals, with at most `limit` entries of each list. */
export function presentTotals({ sums, covered }: LogTotals, limit: number): AccessLog {
  const named = (kind: LogSumKind): readonly LogTotal[] =>
    sums.filter(sum => sum.kind === kind && sum.name !== '');
  const all = (kind: LogSumKind): number => sumOf(sums.filter(sum => sum.kind === kind));
  const links = Map.groupBy(named('broken_link'), ({ name }) => name);
  const missing = named('not_found').map(({ name, requests }) => ({
    path: name,
    requests,
    referrers: (links.get(name) ?? []).map(({ detail, requests: ofLink }) => ({
      referrer: detail,
      requests: ofLink,
    })),
  }));
  const classes = new Map(named('request').map(({ name, requests }) => [name, requests]));
  const total = all('request');
  const crawlers = toPrograms(named('agent')).slice(0, limit);
  const bots = toPrograms(named('bot')).slice(0, limit);
  const readers = toReaders(named('feed')).slice(0, limit);
  const notFound = missing.slice(0, limit);
  const errors = toErrors(named('error')).slice(0, limit);
  const rest = (kind: LogSumKind, listed: readonly { readonly requests: number }[]): number =>
    all(kind) - listed.reduce((sum, { requests }) => sum + requests, 0);
  const countOf = (name: (typeof LOG_CLASSES)[number]): number => classes.get(name) ?? 0;
  return {
    requests: {
      total,
      ...(Object.fromEntries(LOG_CLASSES.map(name => [name, countOf(name)])) as Omit<
        AccessLog['requests'],
        'total'
      >),
    },
    page_view_share: total === 0 ? null : Math.round((countOf('page_views') / total) * 10_000) / 10_000,
    crawlers,
    bots,
    feed_readers: readers,
    not_found: notFound,
    errors,
    not_listed: {
      crawlers: rest('agent', crawlers),
      bots: rest('bot', bots),
      feed_readers: rest('feed', readers),
      not_found: rest('not_found', notFound),
      errors: rest('error', errors),
    },
    covered: covered && { first_day: covered.first, last_day: covered.last },
  };
}
