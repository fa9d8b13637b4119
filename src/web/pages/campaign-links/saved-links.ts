/** Links that were saved for later, in this browser, by site. */
import { useState } from 'react';
import { type CampaignFields, PARAMETER_NAMES } from './campaign-link.ts';

const MAX_SAVED = 50;

const toKey = (siteId: number): string => `footfall-campaign-links-${siteId}`;

const isFields = (value: unknown): value is CampaignFields =>
  typeof value === 'object' &&
  value !== null &&
  ['address', ...PARAMETER_NAMES].every(name => typeof (value as Record<string, unknown>)[name] === 'string');

function read(siteId: number): readonly CampaignFields[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toKey(siteId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFields).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

const isSame = (one: CampaignFields, other: CampaignFields): boolean =>
  one.address === other.address && PARAMETER_NAMES.every(name => one[name] === other[name]);

/** Returns the saved links of a site, the newest first, and how they change. */
export function useSavedLinks(siteId: number) {
  const [links, setLinks] = useState(() => read(siteId));
  const change = (next: readonly CampaignFields[]) => {
    setLinks(next);
    try {
      localStorage.setItem(toKey(siteId), JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  return {
    links,
    save: (link: CampaignFields) =>
      change([link, ...links.filter(each => !isSame(each, link))].slice(0, MAX_SAVED)),
    remove: (link: CampaignFields) => change(links.filter(each => !isSame(each, link))),
  };
}
