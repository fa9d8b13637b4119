import type { Account } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import type { Events, SiteFeature } from '../../core/events.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type FindSiteZone, type Site, zoneOfSite } from '../../core/site.ts';
import type { User } from '../../core/user.ts';
import { isChange } from '../../lib/is-change.ts';
import { createUid } from '../../lib/uid.ts';
import { bareHost } from '../../lib/url.ts';
import { createPurge } from './purge.ts';
import type { FeaturesInput, SiteInput } from './schema.ts';
import { createSiteCache } from './site-cache.ts';
import type { SiteChange, SitesStore } from './store.ts';

/** The columns of a site that are its settings. */
export type SettingsChange = Partial<
  Pick<
    Site,
    | 'hosts'
    | 'ignoreRules'
    | 'trackUniques'
    | 'honourGpc'
    | 'honourDnt'
    | 'insightsEnabled'
    | 'webmentionsEnabled'
    | 'timeZone'
    | 'retentionDays'
    | 'spamFilter'
    | 'spamHosts'
    | 'excludedNetworks'
    | 'locationDetail'
    | 'restrictToSite'
    | 'publicPage'
    | 'capture'
    | 'pageRules'
  >
>;

export interface SitesDeps {
  readonly store: SitesStore;
  readonly hits: Pick<HitStore, 'remove'>;
  readonly events: Events;
  /** Rejects with 422 for a site that uptime checks never call. */
  readonly checkUptimeTarget: (site: Site) => Promise<void>;
  readonly findZone: FindSiteZone;
  readonly clock: Clock;
}

/** Creates, finds, changes and removes sites. */
export function createSitesService(deps: SitesDeps) {
  const { store, hits, events, checkUptimeTarget, findZone, clock } = deps;
  const cache = createSiteCache(store);
  const { find } = cache;

  const publishToggle = (site: Site, feature: SiteFeature, isOn: boolean): void =>
    events.publish('site.feature-switched', { site, feature, isOn });

  /** Returns the current row after an await. Throws 404 when the site has been deleted. */
  function getCurrent(known: Site): Site {
    const site = find(known.id);
    if (!site) throw notFound('site');
    return site;
  }

  /** Saves changed columns; an unchanged row keeps its `updated_at`. */
  function save(known: Site, change: SiteChange): Site {
    const site = getCurrent(known);
    if (!isChange(site, change)) return site;
    cache.forget(site);
    const saved = store.update(site.id, { ...change, updatedAt: clock.now() });
    return saved ? cache.put(saved) : site;
  }

  const checkSites = ({ owner, rights: { sites: limit } }: Account): void => {
    if (store.countByOwner(owner.id).sites >= limit)
      throw invalidBody(`the plan ${owner.plan} allows ${limit} sites, and all of them are in use`);
  };
  const checkMonitors = ({ owner, rights: { uptimeMonitors: limit } }: Account): void => {
    if (store.countByOwner(owner.id).monitors >= limit)
      throw invalidBody(`the plan ${owner.plan} allows ${limit} uptime monitors, and all of them are in use`);
  };

  return {
    find,
    findByUid: cache.findByUid,
    listByOwner: cache.listByOwner,
    findOfAccount(ownerId: number, id: number): Site | undefined {
      const site = find(id);
      return site?.ownerId === ownerId ? site : undefined;
    },
    countAll: store.countAll,

    /** Adds a site. 422 for a bad address or over the plan's limit. */
    create(account: Account, input: SiteInput & { readonly url: string }): Site {
      const change = toSiteChange(input);
      checkSites(account);
      const now = clock.now();
      const url = input.url.trim();
      cache.forgetList(account.owner.id);
      return cache.put(
        store.insert({
          ...change,
          url,
          uid: createUid(),
          ownerId: account.owner.id,
          label: change.label || parseBareHost(url),
          createdAt: now,
          updatedAt: now,
        }),
      );
    },

    update(known: Site, input: SiteInput): Site {
      const site = getCurrent(known);
      const change = toSiteChange(input);
      const saved = save(
        site,
        change.label === '' ? { ...change, label: parseBareHost(change.url ?? site.url) } : change,
      );
      // A site that is down, and therefore checked seldom, may be up at its new address.
      if (saved.url !== site.url && saved.uptimeEnabled) publishToggle(saved, 'uptime', true);
      return saved;
    },

    /** Turns monitoring on and off. 422 when the body is empty, when mails lack their monitoring, or over the plan's limit. */
    async updateFeatures(account: Account, known: Site, input: FeaturesInput): Promise<Site> {
      const { content_monitoring, uptime } = input;
      if (uptime && !known.uptimeEnabled) await checkUptimeTarget(known);
      // From here on nothing is awaited, so that two requests cannot both take the last monitor of a plan.
      const site = getCurrent(known);
      const content = toContentChange(site, input);
      if (uptime && !site.uptimeEnabled) checkMonitors(account);
      const saved = save(site, { ...content, uptimeEnabled: uptime ?? site.uptimeEnabled });
      if (uptime !== undefined) publishToggle(saved, 'uptime', uptime);
      if (content_monitoring !== undefined) publishToggle(saved, 'content_monitoring', content_monitoring);
      return saved;
    },

    /** Checks that an account may have one more site such as this. 422 over a limit of its plan. */
    checkRoom(account: Account, site: Site): void {
      checkSites(account);
      if (site.uptimeEnabled) checkMonitors(account);
    },
    /** Gives a site to another account; its days stay those of the zone that they were of. */
    move(site: Site, to: User): Site {
      const zone = findZone(site.id);
      cache.forget(site);
      cache.forgetList(to.id);
      const timeZone = site.timeZone === null && zone !== zoneOfSite(site, to) ? zone : site.timeZone;
      const moved = store.move(site.id, { ownerId: to.id, timeZone, updatedAt: clock.now() });
      if (!moved) throw notFound('site');
      return cache.put(moved);
    },

    /** Saves validated settings. */
    saveSettings: (site: Site, change: SettingsChange): Site => save(site, change),
    /** Every site, by id. */
    listAll: store.listAll,
    /** Number of deleted sites of an owner that may still have hits. */
    countUnpurged: (ownerId: number): number =>
      store.listToPurge().filter(site => site.ownerId === ownerId).length,
    /** Sites with uptime monitoring switched on. */
    listWatched: (): Site[] => store.listWatched(),
    /** Sites with insights switched on. */
    listWithInsights: (): Site[] => store.listWithInsights(),
    /** Sites that keep what they collect for a number of days only. */
    listWithRetention: (): Site[] => store.listWithRetention(),

    /** Hides a site at once; its hits are removed in the background. */
    remove(site: Site): void {
      store.update(site.id, { deletedAt: clock.now() });
      cache.forget(site);
      publishToggle(site, 'uptime', false);
      publishToggle(site, 'content_monitoring', false);
    },

    purgeDeleted: createPurge({ store, hits, events, clock }),
  };
}

export type SitesService = ReturnType<typeof createSitesService>;

/** Returns the host without port and `www.`: the default label of a site. */
const parseBareHost = (url: string): string => bareHost(new URL(url).hostname);

/** Switching monitoring on brings its mails; switching it off leaves nothing to mail about. */
function toContentChange(site: Site, input: FeaturesInput) {
  const { content_monitoring, content_monitoring_emails: mails } = input;
  const contentMonitoring = content_monitoring ?? site.contentMonitoring;
  if (!contentMonitoring) {
    if (mails === true) throw invalidBody('content_monitoring_emails needs content_monitoring to be on');
    return { contentMonitoring, contentMonitoringEmails: false };
  }
  const contentMonitoringEmails = mails ?? (!site.contentMonitoring || site.contentMonitoringEmails);
  return { contentMonitoring, contentMonitoringEmails };
}

/** Converts a body to changed columns, with the checks that a schema cannot express. */
function toSiteChange(input: SiteInput): SiteChange {
  const { url, label, display_root_path: rootPath, active, allow_from_any_domain: anyDomain } = input;
  const faults = [
    ...urlFaults(url),
    ...textFaults('label', label),
    ...textFaults('display_root_path', rootPath),
  ];
  if (input.public !== undefined && input.is_public !== undefined && input.public !== input.is_public) {
    faults.push('public and is_public must agree: send one of them');
  }
  if (faults.length > 0) throw invalidBody(...faults);
  const isPublic = input.public ?? input.is_public;
  return {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(label === undefined ? {} : { label: label?.trim() ?? '' }),
    ...(rootPath === undefined ? {} : { displayRootPath: rootPath?.trim() || null }),
    ...(active === undefined ? {} : { active }),
    ...(anyDomain === undefined ? {} : { allowFromAnyDomain: anyDomain }),
    ...(isPublic === undefined ? {} : { isPublic }),
  };
}

function urlFaults(url: string | undefined): string[] {
  if (url === undefined) return [];
  const shown = JSON.stringify(url.slice(0, 100));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!/^https?:\/\//i.test(url.trim()) || /[\u0000-\u0020\u007f]/.test(url.trim()) || !URL.canParse(url)) {
    return [`url must be an address that begins with http:// or https://, got ${shown}`];
  }
  const { username, password, hostname, search, hash } = new URL(url);
  if (username || password) return ['url must not contain a user name or password'];
  if (search || hash) return [`url must not have a query or a fragment, got ${shown}`];
  return hostname === '' ? [`url must name a host, got ${shown}`] : [];
}

function textFaults(field: string, text: string | null | undefined): string[] {
  const isBad =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    typeof text === 'string' && (/[\u0000-\u001f\u007f-\u009f]/.test(text) || !text.isWellFormed());
  return isBad ? [`${field} must not contain control characters or broken Unicode`] : [];
}
