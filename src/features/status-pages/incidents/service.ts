import type { Clock } from '../../../core/clock.ts';
import { invalidBody, notFound, tooMany } from '../../../core/errors.ts';
import type { Page } from '../../../core/page.ts';
import type { IncidentStatus } from '../../../core/status-pages.ts';
import { isChange } from '../../../lib/is-change.ts';
import { withZone } from '../../../lib/time.ts';
import { MAX_INCIDENTS, MAX_NOTES, MAX_NOTES_OF_PAGE } from '../limits.ts';
import type {
  IncidentChange,
  IncidentRow,
  NoteRow,
  NoteTarget,
  PageRow,
  StatusPagesStore,
} from '../store.ts';
import type { IncidentInput, NewIncidentInput, NewNoteInput } from './schema.ts';

/** Changes that subscribers are notified of. */
export type IncidentNews =
  | {
      readonly kind: 'opened' | 'updated' | 'resolved';
      readonly incident: IncidentRow;
      readonly text: string | null;
    }
  | { readonly kind: 'noted'; readonly downtimeId: number; readonly text: string; readonly name?: string };

export interface IncidentsDeps {
  readonly store: StatusPagesStore;
  /** Returns whether a page shows the monitor of a downtime. */
  readonly showsDowntime: (page: PageRow, downtimeId: number) => boolean;
  /** Enqueues mails to the subscribers of a page, within the current transaction. */
  readonly tell: (page: PageRow, news: IncidentNews) => void;
  /** Called after the content of a page has changed. */
  readonly onChange: (pageId: number) => void;
  readonly clock: Clock;
}

/** Incidents and notes of status pages. */
export function createIncidentsService(deps: IncidentsDeps) {
  const writing = createWriting(deps);
  return { ...createIncidents(deps, writing), ...createNotes(deps, writing) };
}

export type IncidentsService = ReturnType<typeof createIncidentsService>;

/** Input of incidents and notes. */
function createWriting({ store, tell, onChange, clock }: IncidentsDeps) {
  function requireMonitorIds(page: PageRow, ids: readonly number[]): number[] {
    const shown = new Set(store.listMonitors(page.id).map(({ monitorId }) => monitorId));
    const unknown = ids.filter(id => !shown.has(id));
    if (unknown.length > 0)
      throw invalidBody(`monitor_ids must be monitors of the status page, got ${unknown.join(', ')}`);
    return [...new Set(ids)];
  }

  return {
    requireMonitorIds,

    /** Writes, and invalidates the cached page. */
    change<Result>(page: PageRow, work: () => Result): Result {
      const result = store.transaction(work);
      onChange(page.id);
      return result;
    },

    /** Changes an incident with its status and times. 422 for one that would end before it begins. */
    save(
      page: PageRow,
      before: IncidentRow,
      { input, text }: { readonly input: IncidentInput; readonly text: string | null },
    ): IncidentRow {
      const { title, monitor_ids: monitorIds, notify = true } = input;
      const now = clock.now();
      const fields: IncidentChange = {
        ...(title === undefined ? {} : { title: title.trim() }),
        ...(monitorIds === undefined ? {} : { monitorIds: requireMonitorIds(page, monitorIds) }),
        ...toTimes(input, { before, now }),
      };
      if (text === null && !isChange(before, fields)) return before;
      const incident = store.updateIncident(before.id, { ...fields, updatedAt: now }) ?? before;
      const isChanged = incident.status !== before.status;
      const kind = isChanged && incident.status === 'resolved' ? 'resolved' : 'updated';
      if (notify && (text !== null || isChanged)) tell(page, { kind, incident, text });
      return incident;
    },

    addNote(target: NoteTarget, text: string, status: IncidentStatus | null): NoteRow {
      const now = clock.now();
      return store.insertNote({ ...target, text: text.trim(), status, createdAt: now, updatedAt: now });
    },
  };
}

type Writing = ReturnType<typeof createWriting>;

function createIncidents(
  { store, tell, clock }: IncidentsDeps,
  { change, save, addNote, requireMonitorIds }: Writing,
) {
  return {
    /** Returns an incident of a page; throws 404 when there is none. */
    get(page: PageRow, id: number): IncidentRow {
      const incident = store.findIncident(page.id, id);
      if (!incident) throw notFound('incident');
      return incident;
    },

    list: (page: PageRow, at: Page) => ({
      incidents: store.listIncidents(page.id, at),
      total: store.countIncidents(page.id),
    }),
    listNotes: (incidents: readonly IncidentRow[]): NoteRow[] =>
      store.listIncidentNotes(incidents.map(({ id }) => id)),

    /** Opens an incident, or records a past one. 422 over the limit, and for invalid times and monitors. */
    open(page: PageRow, input: NewIncidentInput): IncidentRow {
      if (store.countIncidents(page.id) >= MAX_INCIDENTS)
        throw tooMany('a status page', MAX_INCIDENTS, 'incidents');
      const now = clock.now();
      const times = toTimes(input, { before: null, now });
      const monitorIds = requireMonitorIds(page, input.monitor_ids ?? []);
      // A past incident is a record, not news.
      const { text = null, notify = times.status !== 'resolved' } = input;
      return change(page, () => {
        const incident = store.insertIncident({
          pageId: page.id,
          title: input.title.trim(),
          ...times,
          monitorIds,
          createdAt: now,
          updatedAt: now,
        });
        if (text !== null)
          addNote({ pageId: page.id, incidentId: incident.id, downtimeId: null }, text, times.status);
        const kind = times.status === 'resolved' ? 'resolved' : 'opened';
        if (notify) tell(page, { kind, incident, text });
        return incident;
      });
    },

    update: (page: PageRow, incident: IncidentRow, input: IncidentInput): IncidentRow =>
      change(page, () => save(page, incident, { input, text: null })),

    remove: (page: PageRow, { id }: IncidentRow): void => change(page, () => store.removeIncident(id)),
  };
}

function createNotes(
  { store, tell, showsDowntime, clock }: IncidentsDeps,
  { change, save, addNote }: Writing,
) {
  function requireRoom(target: NoteTarget): void {
    if (store.countNotesOfPage(target.pageId) >= MAX_NOTES_OF_PAGE)
      throw tooMany('a status page', MAX_NOTES_OF_PAGE, 'notes');
    if (store.countNotes(target) >= MAX_NOTES)
      throw tooMany(target.incidentId === null ? 'a downtime' : 'an incident', MAX_NOTES, 'notes');
  }

  return {
    /** Returns a note of a page; throws 404 when there is none. */
    getNote(page: PageRow, id: number): NoteRow {
      const note = store.findNote(page.id, id);
      if (!note) throw notFound('note');
      return note;
    },

    /** Adds a note to an incident, whose status it may change. 422 for one too many. */
    noteIncident(page: PageRow, incident: IncidentRow, input: NewNoteInput): NoteRow {
      const target = { pageId: page.id, incidentId: incident.id, downtimeId: null };
      requireRoom(target);
      const { text, status, notify = true } = input;
      return change(page, () => {
        const note = addNote(target, text, status ?? null);
        save(page, incident, { input: { notify, ...(status && { status }) }, text: note.text });
        return note;
      });
    },

    /** Returns the id of a downtime. 404 for one of a monitor that the page does not show. */
    getDowntime(page: PageRow, downtimeId: number): number {
      if (!showsDowntime(page, downtimeId)) throw notFound('downtime');
      return downtimeId;
    },

    /** Adds a note to a downtime. 422 for one too many. */
    noteDowntime(page: PageRow, downtimeId: number, input: Omit<NewNoteInput, 'status'>): NoteRow {
      const target = { pageId: page.id, incidentId: null, downtimeId };
      requireRoom(target);
      const { text, notify = true } = input;
      return change(page, () => {
        const note = addNote(target, text, null);
        if (notify) tell(page, { kind: 'noted', downtimeId, text: note.text });
        return note;
      });
    },

    updateNote: (page: PageRow, note: NoteRow, text: string): NoteRow =>
      isChange(note, { text: text.trim() })
        ? change(page, () => store.updateNote(note.id, { text: text.trim(), updatedAt: clock.now() }) ?? note)
        : note,

    removeNote: (page: PageRow, { id }: NoteRow): void => change(page, () => store.removeNote(id)),
  };
}

type Times = Pick<IncidentRow, 'status' | 'startedAt' | 'resolvedAt'>;

/** Returns status and times after a change: one that is resolved has an end, an open one has none. */
function toTimes(
  input: Pick<IncidentInput, 'status' | 'started_at' | 'resolved_at'>,
  { before, now }: { readonly before: IncidentRow | null; readonly now: Date },
): Times {
  const given = input.resolved_at ? toPast('resolved_at', input.resolved_at, now) : null;
  const startedAt =
    input.started_at === undefined ? (before?.startedAt ?? now) : toPast('started_at', input.started_at, now);
  const status = input.status ?? (given ? 'resolved' : (before?.status ?? 'investigating'));
  if (status === 'resolved')
    return { status, startedAt, resolvedAt: toEnd(startedAt, given, { before, now }) };
  if (given) throw invalidBody(`resolved_at needs the status resolved, got ${status}`);
  return { status, startedAt, resolvedAt: null };
}

function toPast(field: string, text: string, now: Date): Date {
  const at = new Date(withZone(text));
  if (at > now)
    throw invalidBody(
      `${field} must not be in the future, got ${at.toISOString()}: plan a maintenance window for what is to come`,
    );
  return at;
}

function toEnd(
  startedAt: Date,
  given: Date | null,
  { before, now }: { readonly before: IncidentRow | null; readonly now: Date },
): Date {
  const resolvedAt = given ?? before?.resolvedAt ?? now;
  if (resolvedAt < startedAt)
    throw invalidBody(
      `resolved_at must not be before started_at, got ${resolvedAt.toISOString()} and ${startedAt.toISOString()}`,
    );
  return resolvedAt;
}
