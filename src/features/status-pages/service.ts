import { type Account, mayActOn } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { forbidden, invalidBody, notFound } from '../../core/errors.ts';
import { isChange } from '../../lib/is-change.ts';
import { createUid } from '../../lib/uid.ts';
import type { NewStatusPageInput, PageFacts, StatusPageInput } from './schema.ts';
import type { PageScope } from './scope.ts';
import type { NewPageMonitor, PageChange, PageRow, StatusPagesStore } from './store.ts';

export interface StatusPagesDeps {
  readonly store: StatusPagesStore;
  readonly scope: Pick<PageScope, 'listSiteIds'>;
  /** Returns the site of a monitor. */
  readonly findSiteOfMonitor: (monitorId: number) => number | undefined;
  /** Called after a change of what a page shows. */
  readonly onChange: (pageId: number) => void;
  readonly clock: Clock;
}

/** Status pages as their owners set them. */
export function createStatusPagesService(deps: StatusPagesDeps) {
  const { store, findSiteOfMonitor, clock } = deps;
  const { listSiteIds } = deps.scope;

  /** A page of a group is of the whole account; members with some sections alone have none. */
  function mayUse(account: Account, page: PageRow): boolean {
    if (page.ownerId !== account.owner.id || listSiteIds(page) === undefined) return false;
    if (page.siteId === null) return account.scope === null;
    return mayActOn(account, page.siteId) && !account.scope?.sections;
  }

  function requireMonitors(
    page: Pick<PageRow, 'ownerId' | 'siteId' | 'groupId'>,
    input: StatusPageInput['monitors'] = [],
  ): NewPageMonitor[] {
    const siteIds = new Set(listSiteIds(page));
    const unknown = input.filter(({ monitor_id: id }) => !siteIds.has(findSiteOfMonitor(id) ?? 0));
    if (unknown.length > 0)
      throw invalidBody(
        `monitors must be of ${page.siteId === null ? 'sites of the group' : 'the site'}, got monitor_id ${unknown.map(row => row.monitor_id).join(', ')}`,
      );
    if (new Set(input.map(row => row.monitor_id)).size < input.length)
      throw invalidBody('monitors must name each monitor once');
    return input.map(row => ({
      monitorId: row.monitor_id,
      name: row.name.trim(),
      showsHost: row.shows_host ?? false,
    }));
  }

  function requireFreeSlug(slug: string, page: PageRow | null): string {
    const taken = store.findPageBySlug(slug);
    if (taken && taken.id !== page?.id) throw invalidBody(`slug is taken, got ${slug}: choose another`);
    return slug;
  }

  /** Throws 422 for anything but one site or one group that the caller may act on. */
  function requireTarget(account: Account, input: NewStatusPageInput) {
    const { site_id: siteId = null, group_id: groupId = null } = input;
    if ((siteId === null) === (groupId === null))
      throw invalidBody('exactly one of site_id and group_id is required');
    const target = { ownerId: account.owner.id, siteId, groupId };
    if (groupId !== null && !account.rights.isUltra)
      throw forbidden('an Ultra subscription is required for a status page of a group');
    const isTheirs =
      listSiteIds(target) !== undefined &&
      (siteId === null ? account.scope === null : mayActOn(account, siteId));
    if (!isTheirs)
      throw invalidBody(
        siteId === null
          ? `group_id must be the id of a group of the account, got ${groupId}`
          : `site_id must be the id of a site of the account, got ${siteId}`,
      );
    const known = store.findPageOf(target);
    if (known)
      throw invalidBody(
        `the ${siteId === null ? 'group' : 'site'} has a status page already: change ${known.id}`,
      );
    return target;
  }

  return {
    list: (account: Account): PageRow[] =>
      store.listPages(account.owner.id).filter(page => mayUse(account, page)),

    /** Returns a page that the caller may use; throws 404 for any other. */
    get(account: Account, id: number): PageRow {
      const page = store.findPage(id);
      if (!page || !mayUse(account, page)) throw notFound('status page');
      return page;
    },

    describe: (page: PageRow): PageFacts => ({
      page,
      monitors: store.listMonitors(page.id),
      subscriberCount: store.countSubscribers(page.id),
    }),

    /** Adds a page. 422 for a site or group outside the account or with a page already, a slug that is taken, and foreign monitors. */
    create(account: Account, input: NewStatusPageInput): PageRow {
      const target = requireTarget(account, input);
      const monitors = requireMonitors(target, input.monitors);
      const now = clock.now();
      return store.insertPage(
        {
          ...target,
          slug: requireFreeSlug(input.slug ?? createUid(), null),
          title: input.title.trim(),
          description: input.description?.trim() ?? '',
          isEnabled: input.enabled ?? false,
          isNoindex: input.noindex ?? true,
          showsImpact: input.shows_impact ?? false,
          createdAt: now,
          updatedAt: now,
        },
        monitors,
      );
    },

    /** Changes a page; fields that were not sent stay. 422 as for a new one. */
    update(page: PageRow, input: StatusPageInput): PageRow {
      const { slug, title, description, enabled, noindex, shows_impact: showsImpact } = input;
      const change: PageChange = {
        ...(slug === undefined ? {} : { slug: requireFreeSlug(slug, page) }),
        ...(title === undefined ? {} : { title: title.trim() }),
        ...(description === undefined ? {} : { description: description.trim() }),
        ...(enabled === undefined ? {} : { isEnabled: enabled }),
        ...(noindex === undefined ? {} : { isNoindex: noindex }),
        ...(showsImpact === undefined ? {} : { showsImpact }),
      };
      const monitors = input.monitors && requireMonitors(page, input.monitors);
      const shown = store
        .listMonitors(page.id)
        .map(({ monitorId, name, showsHost }) => ({ monitorId, name, showsHost }));
      if (!isChange(page, change) && !isChange({ shown }, { shown: monitors ?? shown })) return page;
      const updated = store.updatePage(page.id, { ...change, updatedAt: clock.now() }, monitors) ?? page;
      deps.onChange(page.id);
      return updated;
    },

    remove({ id }: PageRow): void {
      store.removePage(id);
      deps.onChange(id);
    },
  };
}

export type StatusPagesService = ReturnType<typeof createStatusPagesService>;
