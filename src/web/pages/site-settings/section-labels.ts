import { PUBLIC_SECTIONS, type PublicSection } from '../../../core/public-page.ts';
import * as dimensions from '../../labels/dimensions.ts';
import { properties } from '../../labels/properties.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';

const SECTION_LABELS: Readonly<Record<PublicSection, string>> = {
  visitors: labels.hitsAndVisitors,
  engagement: labels.engagement,
  pages: shared.pages,
  channels: dimensions.channel.plural,
  referrers: shared.referrers,
  sources: shared.sources,
  countries: shared.countries,
  regions: dimensions.region.plural,
  cities: dimensions.city.plural,
  languages: dimensions.language.plural,
  browsers: shared.browsers,
  devices: shared.devices,
  screens: dimensions.screen.plural,
  events: labels.eventsByName,
  properties,
  revenue: labels.revenue,
  goals: shared.goals,
  funnels: labels.funnels,
  kudos: shared.kudos,
  agents: shared.aiCrawlers,
  uptime: shared.uptime,
};
/** The sections of a page for others, each with its label. */
export const SECTIONS = PUBLIC_SECTIONS.map(section => [section, SECTION_LABELS[section]] as const);
