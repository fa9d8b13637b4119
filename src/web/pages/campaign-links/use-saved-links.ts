/** The saved links of a site, and how they change. */
import type { Static } from '@sinclair/typebox';
import { type CampaignFields, PARAMETER_NAMES, toCampaignLink } from '../../../core/campaign-link.ts';
import type { CampaignLink, CampaignLinkList, LinkOrder } from '../../../features/campaign-links/schema.ts';
import { ApiError, call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';

export type { LinkOrder };
export type SavedLink = Static<typeof CampaignLink>;

/** As many as a site may have. */
const ALL = { per_page: 1000 };

const toBody = (fields: CampaignFields, site: Site, name: string) => {
  const { address, ...values } = fields;
  const url = toCampaignLink(
    { address, source: '', medium: '', campaign: '', term: '', content: '' },
    site.url,
  );
  return { ...values, url: url ?? address, name };
};

/** Returns what is typed to get a saved link. */
export const toFields = (saved: SavedLink): CampaignFields => ({
  address: saved.url,
  source: saved.source,
  medium: saved.medium ?? '',
  campaign: saved.campaign ?? '',
  term: saved.term ?? '',
  content: saved.content ?? '',
});

/** Returns the values that visits through a saved link begin with, by name; empty for none. */
export const valuesOf = (saved: SavedLink) =>
  PARAMETER_NAMES.map(name => ({ name, value: saved[name] ?? '' }));

/** Reads what each link brought in the period of the page, in an order. */
export function useLinkVisits(site: Site, order: LinkOrder) {
  const { period } = useView();
  const asked = { include_visits: true, order_by: order, ...period };
  const path = `/sites/${site.id}/campaign_links`;
  return {
    asked,
    query: useApi<Static<typeof CampaignLinkList>>(path, { ...ALL, ...asked }, { keepsPrevious: true }),
  };
}

export function useSavedLinks(site: Site) {
  const path = `/sites/${site.id}/campaign_links`;
  const query = useApi<Static<typeof CampaignLinkList>>(path, ALL);
  const links = query.data?.campaign_links ?? [];
  const send = async (method: string, at: string, body?: unknown): Promise<void> => {
    await call(method, at, { body });
    await invalidate(path);
  };
  return {
    query,
    links,
    save: (fields: CampaignFields, name: string) => send('POST', path, toBody(fields, site, name)),
    rename: ({ id }: SavedLink, name: string) => send('PATCH', `${path}/${id}`, { name }),
    remove: ({ id }: SavedLink) => send('DELETE', `${path}/${id}`),
    /** Saves links of this browser, the oldest first; those that the site has already are passed over. Returns those that the server refused, and why. */
    async saveAll(all: readonly CampaignFields[]) {
      const known = new Set(links.map(({ link }) => link));
      const refused: CampaignFields[] = [];
      let error: ApiError | undefined;
      for (const fields of all.toReversed()) {
        if (known.has(toCampaignLink(fields, site.url) ?? '')) continue;
        try {
          await call('POST', path, { body: toBody(fields, site, '') });
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
          error = failure;
          refused.unshift(fields);
        }
      }
      await invalidate(path);
      return { refused, error };
    },
  };
}
