import { addSite, getCurrentUser, listSites, type Site } from '../api.ts';
import { type Content, h, outside } from '../dom.ts';
import { siteFields } from '../fields.ts';
import { createForm } from '../form.ts';
import { daysAgo, formatCount } from '../format.ts';
import { heading, type View } from '../frame.ts';
import { navigate } from '../navigation.ts';

/** Every site with its counts, and the form that adds one. */
export async function openSites(): Promise<View> {
  const [user, sites] = await Promise.all([getCurrentUser(), listSites(daysAgo(30))]);
  return { title: 'Sites', user, content: sites.length === 0 ? firstSite() : allSites(sites) };
}

const firstSite = (): Content[] => [
  heading('Add your first site'),
  h(
    'p',
    { class: 'lead' },
    'A site is an address whose visits are counted. You get one line to paste into its pages. It sets no cookie.',
  ),
  h('div', { class: 'card fit' }, siteForm()),
];

const allSites = (sites: readonly Site[]): Content[] => [
  heading('Sites'),
  h('ul', { class: 'sites' }, ...sites.map(siteRow)),
  h('details', { class: 'card' }, h('summary', {}, 'Add a site'), siteForm()),
];

const siteRow = (site: Site): HTMLElement =>
  h(
    'li',
    {},
    h(
      'a',
      { href: `/sites/${site.id}` },
      h('strong', {}, outside(site.label)),
      h('span', { class: 'soft' }, outside(site.url)),
    ),
    count(site.period_hits ?? 0, 'last 30 days'),
    count(site.lifetime_hits, 'lifetime'),
  );

const count = (hits: number, when: string): HTMLElement =>
  h('span', { class: 'count' }, h('b', {}, formatCount(hits)), ` ${hits === 1 ? 'hit' : 'hits'} ${when}`);

const siteForm = (): HTMLFormElement =>
  createForm({
    fields: siteFields(),
    action: 'Add the site',
    async send(textOf) {
      const label = textOf('label').trim();
      const site = await addSite({
        url: withScheme(textOf('url').trim()),
        ...(label === '' ? {} : { label }),
      });
      navigate(`/sites/${site.id}`);
    },
  });

/** People write `example.org`: only the host counts, so that a scheme may be assumed. */
const withScheme = (url: string): string =>
  /^[\w.-]+\.[\w-]+(:\d+)?(\/|$)/.test(url) ? `https://${url}` : url;
