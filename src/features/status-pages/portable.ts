/** Status pages in an exported folder: without subscribers, whose addresses were given to this server alone. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { unlessRefused } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import { INCIDENT_STATUSES } from '../../core/status-pages.ts';
import { InputTime, nullable, oneOf } from '../../http/schema.ts';
import { line, prose } from '../../http/text.ts';
import { validateBody } from '../../http/validate.ts';
import { withZone } from '../../lib/time.ts';
import { createUid } from '../../lib/uid.ts';
import { MAX_INCIDENTS, MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES, MAX_TITLE_LENGTH } from './limits.ts';
import { CreateStatusPage } from './schema.ts';
import type { NewPageMonitor, StatusPagesStore } from './store.ts';

/** A monitor of a site by its name; null is that of the site's own address. */
export interface NamedMonitor {
  readonly id: number;
  readonly name: string | null;
}

export interface PortablePagesDeps {
  readonly store: StatusPagesStore;
  readonly listMonitors: (site: Site) => readonly NamedMonitor[];
}

const Status = oneOf(INCIDENT_STATUSES);
const Monitor = Type.Object({
  monitor: nullable(Type.String()),
  name: line({ isRequired: true, maxLength: MAX_NAME_LENGTH }),
  shows_host: Type.Boolean(),
});
const Incident = Type.Object({
  title: line({ isRequired: true, maxLength: MAX_TITLE_LENGTH }),
  status: Status,
  /** Names on the page. */
  monitors: Type.Array(Type.String()),
  started_at: InputTime,
  resolved_at: nullable(InputTime),
  notes: Type.Array(
    Type.Object({
      text: prose({ isRequired: true, maxLength: MAX_NOTE_LENGTH }),
      status: nullable(Status),
      created_at: InputTime,
    }),
    { maxItems: MAX_NOTES },
  ),
});

export function createPortablePages({ store, listMonitors }: PortablePagesDeps) {
  return {
    /** Describes the page of a site; null without one. Notes on downtimes are left out, as downtimes are. */
    describe(site: Site) {
      const page = store.findPageOf({ siteId: site.id, groupId: null });
      if (!page) return null;
      const names = new Map(listMonitors(site).map(({ id, name }) => [id, name]));
      const shown = store.listMonitors(page.id);
      const incidents = store.listIncidents(page.id, { number: 1, size: MAX_INCIDENTS });
      const notes = store.listIncidentNotes(incidents.map(({ id }) => id));
      return {
        title: page.title,
        description: page.description,
        slug: page.slug,
        noindex: page.isNoindex,
        shows_impact: page.showsImpact,
        monitors: shown.flatMap(({ monitorId, name, showsHost }) => {
          const monitor = names.get(monitorId);
          return monitor === undefined ? [] : [{ monitor, name, shows_host: showsHost }];
        }),
        incidents: incidents.map(incident => ({
          title: incident.title,
          status: incident.status,
          monitors: shown
            .filter(({ monitorId }) => incident.monitorIds.includes(monitorId))
            .map(({ name }) => name),
          started_at: incident.startedAt.toISOString(),
          resolved_at: incident.resolvedAt?.toISOString() ?? null,
          notes: notes
            .filter(({ incidentId }) => incidentId === incident.id)
            .map(({ text, status, createdAt }) => ({ text, status, created_at: createdAt.toISOString() })),
        })),
      };
    },

    /** Adds an exported page to a site that has none, switched off. What is invalid in it is passed over. */
    restore(site: Site, given: unknown, now: Date): void {
      if (typeof given !== 'object' || given === null) return;
      if (store.findPageOf({ siteId: site.id, groupId: null })) return;
      const { monitors, incidents, ...fields } = given as Readonly<Record<string, unknown>>;
      const page = read(CreateStatusPage, { ...fields, site_id: site.id });
      if (!page) return;
      const slug = page.slug !== undefined && !store.findPageBySlug(page.slug) ? page.slug : createUid();
      const idsByName = new Map(listMonitors(site).map(({ id, name }) => [name, id]));
      const shown = toList(monitors).flatMap((row): NewPageMonitor[] => {
        const monitor = read(Monitor, row);
        const monitorId = monitor && idsByName.get(monitor.monitor);
        if (!monitor || monitorId === undefined) return [];
        idsByName.delete(monitor.monitor);
        return [{ monitorId, name: monitor.name.trim(), showsHost: monitor.shows_host }];
      });
      const { id: pageId } = store.insertPage(
        {
          ownerId: site.ownerId,
          siteId: site.id,
          groupId: null,
          slug,
          title: page.title.trim(),
          description: page.description?.trim() ?? '',
          isEnabled: false,
          isNoindex: page.noindex ?? true,
          showsImpact: page.shows_impact ?? false,
          createdAt: now,
          updatedAt: now,
        },
        shown,
      );
      store.transaction(() => {
        // Latest first in the file: their ids are in the order that they were in.
        for (const row of toList(incidents).slice(0, MAX_INCIDENTS).toReversed()) {
          const incident = read(Incident, row);
          if (incident) addIncident(pageId, incident, { shown, now });
        }
      });
    },
  };

  function addIncident(
    pageId: number,
    { title, status, monitors, started_at, resolved_at, notes }: Static<typeof Incident>,
    { shown, now }: { readonly shown: readonly NewPageMonitor[]; readonly now: Date },
  ): void {
    const toDate = (text: string): Date => new Date(withZone(text));
    const startedAt = toDate(started_at);
    const end = resolved_at === null ? null : toDate(resolved_at);
    const resolvedAt = status === 'resolved' ? (end ?? now) : null;
    if (resolvedAt && resolvedAt < startedAt) return;
    const { id: incidentId } = store.insertIncident({
      pageId,
      title: title.trim(),
      status,
      monitorIds: shown.filter(({ name }) => monitors.includes(name)).map(({ monitorId }) => monitorId),
      startedAt,
      resolvedAt,
      createdAt: startedAt,
      updatedAt: now,
    });
    for (const { text, status: noted, created_at } of notes) {
      const at = toDate(created_at);
      const note = { pageId, incidentId, downtimeId: null, status: noted, text };
      store.insertNote({ ...note, createdAt: at, updatedAt: at });
    }
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads a part of a file; undefined where it is invalid. */
const read = <Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | undefined =>
  unlessRefused(() => validateBody(schema, value) as Static<Schema>);
