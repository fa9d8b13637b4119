/** What pages and callers send during a measurement: one mix, the same for us and for the reference. */
import type { LoadRequest } from './load.ts';
import { createHeaders } from './server.ts';

const VISITORS = 20_000;
const PATHS = 5_000;

/** A number from 0 to 1, the same for the same number and purpose. */
const chance = (number: number, purpose: number): number =>
  Bun.hash.xxHash32(`${number} ${purpose}`) / 2 ** 32;

const toPath = (number: number): string =>
  `/blog/a-page-about-subject-${Math.floor(PATHS ** chance(number, 1))}`;
const toReferrer = (number: number): string | undefined =>
  chance(number, 2) < 0.45 ? undefined : `https://news.example/item/${Math.floor(500 ** chance(number, 3))}`;
const toVisitor = (number: number): number => Math.floor(chance(number, 4) * VISITORS);
const toAddress = (visitor: number): string => `198.18.${visitor >> 8}.${visitor & 255}`;

/** Forty agents stand for all there are: real traffic repeats a few hundred. */
function toUserAgent(visitor: number): string {
  const version = 100 + (visitor % 20);
  return visitor % 2 === 0
    ? `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
    : `Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;
}

/** A body of `POST /sites/:id/hits`, or a row of a batch. */
export function hitBody(number: number) {
  const visitor = toVisitor(number);
  return {
    path: toPath(number),
    referrer: toReferrer(number),
    user_agent: toUserAgent(visitor),
    ip_address: toAddress(visitor),
  };
}

/** A body of `POST /sites/:id/events`, or a row of a batch. */
const eventBody = (number: number) => ({
  ...hitBody(number),
  event: `shop.${['opened', 'filled', 'ordered', 'returned'][number % 4]}.${number % 10}`,
  value: chance(number, 5) < 0.3 ? undefined : String(Math.floor(100 * chance(number, 6))),
});

const AGENTS = ['GPTBot/1.2', 'ClaudeBot/1.0', 'PerplexityBot/1.0', 'ChatGPT-User/1.0', 'CCBot/2.0'];

/** A body of `POST /sites/:id/agent_visits`. */
const agentVisitBody = (number: number) => ({
  ...hitBody(number),
  user_agent: `Mozilla/5.0 (compatible; ${AGENTS[number % AGENTS.length]})`,
});

/** Bodies by the last part of the address that takes them. */
const BODIES = { hits: hitBody, events: eventBody, agent_visits: agentVisitBody };
export type VisitKind = keyof typeof BODIES;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/** Single creates through the API. */
export const createRequests = (
  siteId: number,
  key: string,
  count: number,
  kind: VisitKind = 'hits',
): LoadRequest[] =>
  numbers(count).map(number => ({
    method: 'POST',
    path: `/api/v1/sites/${siteId}/${kind}`,
    headers: createHeaders(key),
    body: JSON.stringify(BODIES[kind](number)),
  }));

/** What pages send by themselves; behind a proxy, which gives each visitor an address. */
export const collectRequests = (uid: string, count: number): LoadRequest[] =>
  numbers(count).map(number => {
    const visitor = toVisitor(number);
    const body = { url: `https://shop.example${toPath(number)}`, referrer: toReferrer(number) };
    return {
      method: 'POST',
      path: `/collector/${uid}`,
      headers: {
        'content-type': 'text/plain',
        origin: 'https://shop.example',
        'user-agent': toUserAgent(visitor),
        'x-forwarded-for': toAddress(visitor),
      },
      body: JSON.stringify(body),
    };
  });

/** Whole batches through the API. */
export const batchRequests = (
  siteId: number,
  key: string,
  { batches, rows, kind = 'hits' }: { batches: number; rows: number; kind?: 'hits' | 'events' },
): LoadRequest[] =>
  numbers(batches).map(batch => ({
    method: 'POST',
    path: `/api/v1/sites/${siteId}/${kind}/batch`,
    headers: createHeaders(key),
    body: JSON.stringify(numbers(rows).map(row => BODIES[kind](batch * rows + row))),
  }));
