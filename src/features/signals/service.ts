import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import type { Page } from '../../core/page.ts';
import { formatValue } from '../../http/validate.ts';
import { isChange } from '../../lib/is-change.ts';
import { withZone } from '../../lib/time.ts';
import type { SignalChangeInput, SignalInput } from './schema.ts';
import type { SignalChange, SignalQuery, SignalRow, SignalsStore } from './store.ts';

/** Largest metadata, in bytes of its JSON. */
const MAX_METADATA_BYTES = 16 * 1024;

export interface SignalWrite {
  readonly status: 'created' | 'updated';
  readonly signal: SignalRow;
}

/** Signals of owners about their sites: written by them or their tools, read with insights. */
export function createSignalsService(deps: { readonly store: SignalsStore; readonly clock: Clock }) {
  const { store, clock } = deps;

  /** Applies the fields that differ; an unchanged signal keeps its `updated_at`. */
  function update(signal: SignalRow, change: SignalChange): SignalRow {
    if (!isChange(signal, change)) return signal;
    return store.update(signal.id, { ...change, updatedAt: clock.now() }) ?? signal;
  }

  return {
    /** Returns a signal of a site; throws 404 when there is none. */
    get(siteId: number, id: number): SignalRow {
      const signal = store.find(siteId, id);
      if (!signal) throw notFound('signal');
      return signal;
    },

    /** Changes what was sent. 422 for an `external_id` that another signal of the site has, and for large metadata. */
    update(signal: SignalRow, input: SignalChangeInput): SignalRow {
      const { external_id: externalId } = input;
      // Read and write are synchronous.
      const holder = externalId ? store.findByExternalId(signal.siteId, externalId) : undefined;
      if (holder && holder.id !== signal.id) {
        throw invalidBody(
          `signal.external_id must be one of each for a site, and signal ${holder.id} has ${formatValue(externalId)}`,
        );
      }
      return update(signal, { ...toChange(input), ...(externalId === undefined ? {} : { externalId }) });
    },

    remove: (signal: SignalRow): void => store.remove(signal.id),

    /** Adds a signal, of an import where it has a key, or updates the site's one with the same `external_id`. 422 for metadata that is too large. */
    write(siteId: number, input: SignalInput, importKey: string | null = null): SignalWrite {
      const change = { ...toChange(input), title: input.title.trim() };
      const externalId = input.external_id ?? null;
      // Read and write are synchronous, so that concurrent requests create one row.
      const known = externalId === null ? undefined : store.findByExternalId(siteId, externalId);
      if (known) return { status: 'updated', signal: update(known, change) };
      if (change.occurredAt === undefined) {
        throw invalidBody(
          'signal.occurred_at is required for a new signal: an ISO 8601 instant such as 2026-01-31T12:00:00Z',
        );
      }
      const now = clock.now();
      const signal = store.insert({
        description: null,
        category: 'other',
        metadata: null,
        ...change,
        siteId,
        externalId,
        occurredAt: change.occurredAt,
        createdAt: now,
        updatedAt: now,
        importKey,
      });
      return { status: 'created', signal };
    },

    /** A page of signals, newest first, and how many there are in all. */
    list: (query: SignalQuery, page: Page): { signals: SignalRow[]; total: number } => ({
      signals: store.list(query, page),
      total: store.count(query),
    }),
  };
}

export type SignalsService = ReturnType<typeof createSignalsService>;

/** Converts the sent fields of a body to columns. */
function toChange(input: SignalChangeInput): SignalChange {
  const { occurred_at: occurredAt, title, description, category, metadata } = input;
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(occurredAt === undefined ? {} : { occurredAt: new Date(withZone(occurredAt)) }),
    ...(description === undefined ? {} : { description: description?.trim() || null }),
    ...(category === undefined ? {} : { category }),
    ...(metadata === undefined ? {} : { metadata: metadata && formatMetadata(metadata) }),
  };
}

function formatMetadata(metadata: Record<string, unknown>): string {
  // A value takes two bytes or more: what has too many is never written out, since the writer is slow at great depths.
  const text = hasMoreThan(MAX_METADATA_BYTES / 2 + 1, metadata) ? undefined : JSON.stringify(metadata);
  if (text !== undefined && Buffer.byteLength(text) <= MAX_METADATA_BYTES) return text;
  const got = text === undefined ? 'more' : Buffer.byteLength(text);
  throw invalidBody(`signal.metadata must be at most ${MAX_METADATA_BYTES} bytes of JSON, got ${got}`);
}

/** Returns whether a JSON value has more than a number of nested values, including itself. */
function hasMoreThan(count: number, value: unknown): boolean {
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0; seen++) {
    if (seen + open.length > count) return true;
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of Object.values(next)) open.push(inner);
  }
  return false;
}
