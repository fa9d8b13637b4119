/** What the public page of a site shows. */
import type { Site } from './site.ts';

/** The parts of the page, in their order. */
export const PUBLIC_SECTIONS = [
  'visitors',
  'engagement',
  'pages',
  'channels',
  'referrers',
  'sources',
  'countries',
  'regions',
  'cities',
  'languages',
  'browsers',
  'devices',
  'screens',
  'events',
  'properties',
  'revenue',
  'goals',
  'funnels',
  'kudos',
  'agents',
  'uptime',
] as const;
export type PublicSection = (typeof PUBLIC_SECTIONS)[number];

/** Periods that the public page can show, all ending today. */
export const PUBLIC_PERIODS = ['today', '7d', '30d', '90d', '12m'] as const;
export type PublicPeriodName = (typeof PUBLIC_PERIODS)[number];

/** The owner's choice for a site's public page. */
export interface PublicPage {
  /** Each once, in the page's order. */
  readonly sections: readonly PublicSection[];
  /** Whether pages of other sites may show it in a frame. */
  readonly allowsEmbedding: boolean;
  /** Names of the properties whose values may be shown to others: on the page, below shared links and in email reports. */
  readonly properties: readonly string[];
}

/** Sections that are hidden unless the owner publishes them: conversions, revenue, campaigns, bots, and later additions. */
const HIDDEN: ReadonlySet<PublicSection> = new Set<PublicSection>([
  'engagement',
  'channels',
  'regions',
  'cities',
  'languages',
  'screens',
  'events',
  'properties',
  'revenue',
  'goals',
  'funnels',
  'agents',
]);

/** Sections of a page whose owner has chosen none. */
export const STANDARD_SECTIONS: readonly PublicSection[] = PUBLIC_SECTIONS.filter(
  section => !HIDDEN.has(section),
);

const STANDARD: PublicPage = {
  sections: STANDARD_SECTIONS,
  allowsEmbedding: true,
  properties: [],
};

/** Properties of a site at most that others may see. */
export const MAX_SHARED_PROPERTIES = 5;

/** Finds the site of a public page by its uid; undefined where it is not public, or there is none. */
export function findPublicSite(
  sites: { findByUid(uid: string): Site | undefined },
  uid: string,
): Site | undefined {
  const site = /^[a-z0-9]{20}$/.test(uid) ? sites.findByUid(uid) : undefined;
  return site?.isPublic ? site : undefined;
}

/** A choice as it is kept: JSON of what differs from the standard, so that the same choice is the same text. */
export function writePublicPage({ sections, allowsEmbedding, properties }: PublicPage): string {
  const ordered = inOrder(sections);
  return JSON.stringify({
    ...(ordered.join() === STANDARD.sections.join() ? {} : { sections: ordered }),
    ...(allowsEmbedding === STANDARD.allowsEmbedding ? {} : { allowsEmbedding }),
    ...(properties.length === 0 ? {} : { properties: [...new Set(properties)] }),
  });
}

/** The choice behind a text of `writePublicPage`; sections that are not known are left out. */
export function readPublicPage(text: string): PublicPage {
  const { sections, ...page } = { ...STANDARD, ...(JSON.parse(text) as Partial<PublicPage>) };
  return { ...page, sections: inOrder(sections) };
}

const inOrder = (sections: readonly string[]): PublicSection[] =>
  PUBLIC_SECTIONS.filter(section => sections.includes(section));
