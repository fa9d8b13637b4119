/** What is known of a site's hits: numbers, the newest, the top paths. */
import type { Hit, HitSummary, PathCount, RecentHits, Site } from './api.ts';
import { type Content, fill, h, outside } from './dom.ts';
import { formatCount, formatCountry, formatMoment } from './format.ts';

export interface Facts {
  readonly site: Site;
  readonly recent: RecentHits;
  readonly paths: readonly PathCount[];
}

export interface Report {
  readonly element: HTMLElement;
  update(facts: Facts): void;
}

export function createReport(): Report {
  const numbers = h('dl', { class: 'numbers' });
  const hits = h('ol', { class: 'hits' });
  const paths = h('div', {});
  const element = h(
    'div',
    { class: 'report' },
    numbers,
    section('Newest hits', 'card newest', hits),
    section('Top paths', 'card', h('p', { class: 'hint' }, 'Last 30 days'), paths),
  );
  let shown: RecentHits | undefined;
  return {
    element,
    update({ site, recent, paths: counts }) {
      fill(numbers, ...numberRows(site, recent.summary));
      fill(paths, counts.length > 0 && pathTable(counts));
      // The same hits with newer counts around them keep their rows, and the mark of the new ones.
      if (recent === shown) return;
      const newest = shown ? (shown.hits[0]?.id ?? 0) : Number.POSITIVE_INFINITY;
      fill(hits, ...recent.hits.map(hit => hitRow(hit, hit.id > newest)));
      if (recent.hits.length === 0) fill(hits, h('li', {}, 'None in the last 30 days.'));
      shown = recent;
    },
  };
}

const section = (title: string, className: string, ...content: Content[]): HTMLElement =>
  h('section', { class: className }, h('h2', {}, title), ...content);

const numberRows = (site: Site, summary: HitSummary): HTMLElement[] =>
  [
    ['Hits, last 30 days', summary.total_hits] as const,
    ['Visitors, last 30 days', summary.unique_visitors] as const,
    ['Paths, last 30 days', summary.distinct_paths] as const,
    ['Hits, lifetime', site.lifetime_hits] as const,
  ].map(([name, count]) => h('div', {}, h('dt', {}, name), h('dd', {}, formatCount(count))));

function hitRow(hit: Hit, isNew: boolean): HTMLElement {
  const browser = [hit.browser_name, hit.platform_name].filter(name => name !== null).join(' on ');
  const from = hit.source ?? hit.referrer;
  const facts: Content[] = [
    formatCountry(hit.country),
    browser !== '' && outside(browser),
    from !== null && h('span', {}, 'from ', outside(from)),
  ];
  return h(
    'li',
    { class: isNew ? 'new' : false },
    h('time', { datetime: hit.created_at }, formatMoment(hit.created_at)),
    h('span', { class: 'path' }, outside(hit.path)),
    h('span', { class: 'soft facts' }, ...facts.map(fact => fact !== false && h('span', {}, fact))),
  );
}

function pathTable(counts: readonly PathCount[]): HTMLElement {
  const hasUniques = counts.some(count => count.unique_views !== undefined);
  const most = Math.max(...counts.map(count => count.views));
  const rows = counts.map(count => {
    const path = h('td', { class: 'path' }, outside(count.path));
    path.style.setProperty('--share', String(count.views / most));
    return h('tr', {}, path, number(count.views), hasUniques && number(count.unique_views ?? 0));
  });
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, column('Path'), column('Views'), hasUniques && column('Unique'))),
    h('tbody', {}, ...rows),
  );
}

const column = (name: string): HTMLElement => h('th', { scope: 'col' }, name);
const number = (count: number): HTMLElement => h('td', { class: 'number' }, formatCount(count));
