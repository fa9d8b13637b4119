import { PARAMETER_NAMES, tagAddress, toPageAddress } from '../../core/campaign-link.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, tooMany } from '../../core/errors.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import type { Site } from '../../core/site.ts';
import { formatValue } from '../../http/validate.ts';
import { isChange } from '../../lib/is-change.ts';
import { type CampaignLinkInput, linkOf, MAX_LINKS, type NewCampaignLinkInput } from './schema.ts';
import type { CampaignLinkChange, CampaignLinkRow, CampaignLinksStore } from './store.ts';

/** Columns that make the link. */
const LINK_COLUMNS = ['url', ...PARAMETER_NAMES] as const;

const UNTAGGED = { source: '', medium: '', campaign: '', term: '', content: '' };

/** Saved links of campaigns: what people of a site share, so that all of them use the same names. */
export function createCampaignLinksService(deps: {
  readonly store: CampaignLinksStore;
  readonly clock: Clock;
}) {
  const { store, clock } = deps;

  /** Throws 422 for a link that is too long, and for one that the site has. */
  function requireNew(row: Omit<CampaignLinkRow, 'id'>, others: readonly CampaignLinkRow[]): void {
    const link = linkOf(row);
    if (link.length > MAX_LENGTH.url)
      throw invalidBody(
        `url and the values must make a link of at most ${MAX_LENGTH.url} characters, got ${link.length}`,
      );
    const same = others.find(other => LINK_COLUMNS.every(column => other[column] === row[column]));
    if (same) throw invalidBody(`the link is saved already: campaign link ${same.id}`);
  }

  return {
    find: (siteId: number, id: number): CampaignLinkRow | undefined => store.find(siteId, id),

    /** Every link of a site, the newest first. */
    listAll: store.list,

    /** Saves a link, of an import where it has a key. 422 for one too many, one that is too long, and one that the site has. */
    create(site: Site, input: NewCampaignLinkInput, importKey: string | null = null): CampaignLinkRow {
      // Read and write are synchronous, so that concurrent requests save one.
      const others = store.list(site.id);
      if (others.length >= MAX_LINKS) throw tooMany('a site', MAX_LINKS, 'campaign links');
      const now = clock.now();
      const { url = '', source = '', ...optional } = toChange(site, input);
      const unset = { name: null, medium: null, campaign: null, term: null, content: null };
      const link = { ...unset, ...optional, url, source, siteId: site.id, createdAt: now, updatedAt: now };
      requireNew(link, others);
      return store.insert({ ...link, importKey });
    },

    /** Saves changed fields; an unchanged link keeps its `updated_at`. 422 as for a new one. */
    update(site: Site, link: CampaignLinkRow, input: CampaignLinkInput): CampaignLinkRow {
      const change = toChange(site, input);
      if (!isChange(link, change)) return link;
      const others = store.list(site.id).filter(({ id }) => id !== link.id);
      requireNew({ ...link, ...change }, others);
      return store.update(link.id, { ...change, updatedAt: clock.now() }) ?? link;
    },

    remove: (link: CampaignLinkRow): void => store.remove(link.id),
  };
}

export type CampaignLinksService = ReturnType<typeof createCampaignLinksService>;

/** Converts the sent fields of a body to columns: blank is null, and the address is whole and untagged. */
function toChange(site: Site, input: CampaignLinkInput): CampaignLinkChange {
  const change: { -readonly [Name in keyof CampaignLinkChange]: CampaignLinkChange[Name] } = {};
  for (const name of ['name', ...PARAMETER_NAMES] as const) {
    const value = input[name];
    if (value === undefined) continue;
    if (name === 'source') change.source = (value ?? '').trim();
    else change[name] = value?.trim() || null;
  }
  if (input.url !== undefined) change.url = toUrl(input.url, site);
  return change;
}

function toUrl(given: string, site: Site): string {
  const address = toPageAddress(given, site.url);
  // What the schema allows has an address; a path of an odd site might have none.
  if (!address) throw invalidBody(`url must be an address, got ${formatValue(given)}`);
  return tagAddress(address, UNTAGGED);
}
