/** Links that earlier versions saved in this browser: they are offered to the site, and none are added. */
import { type CampaignFields, PARAMETER_NAMES } from '../../../core/campaign-link.ts';

const MAX_LINKS = 50;

const toKey = (siteId: number): string => `footfall-campaign-links-${siteId}`;

const isFields = (value: unknown): value is CampaignFields =>
  typeof value === 'object' &&
  value !== null &&
  ['address', ...PARAMETER_NAMES].every(name => typeof (value as Record<string, unknown>)[name] === 'string');

/** Reads the links of a site, the newest first. */
export function readBrowserLinks(siteId: number): readonly CampaignFields[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toKey(siteId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFields).slice(0, MAX_LINKS) : [];
  } catch {
    return [];
  }
}

/** Keeps these links alone. */
export function keepBrowserLinks(siteId: number, links: readonly CampaignFields[]): void {
  try {
    if (links.length === 0) localStorage.removeItem(toKey(siteId));
    else localStorage.setItem(toKey(siteId), JSON.stringify(links));
  } catch {
    // Without storage there was nothing to keep.
  }
}
