/**
 * What a dump of Umami knows of events beside their rows: the table `event_data`, a row for each property, and `revenue`. Source:
 * the migrations of its versions 2 and 3. Names of nested values are joined with dots.
 */
import { isPropertyName, type PropertyValue } from '../../../core/hits/properties.ts';
import { CURRENCIES, toTenThousandths } from '../../../core/hits/revenue.ts';
import { repairProperties } from '../../../ingest/parse-properties.ts';
import { createSessionIndex } from './session-index.ts';

type Values = (column: string) => string;

/** Properties as an import takes them, and revenue; null for none. */
export interface EventData {
  readonly properties: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
}

const NOTHING: EventData = { properties: null, amount: null, currency: null };

/** Kinds of values, by `data_type`; any other is a text. */
const NUMBER = '2';
const BOOLEAN = '3';
const DATE = '4';

/** Different data that are kept: each takes as much as its text, however many events have it. */
const MAX_KINDS = 200_000;

/** Returns a value; undefined for none. Numbers have four decimals in their text. */
function toValue(values: Values): PropertyValue | undefined {
  const [type, text] = [values('data_type'), values('string_value')];
  const written = values('number_value') || text;
  if (type === NUMBER && written !== '' && Number.isFinite(Number(written))) return Number(written);
  if (type === BOOLEAN) return text === 'true' || (text === '' && Number(written) === 1);
  return (type === DATE ? text || values('date_value') : text) || undefined;
}

/** Collects what is known of events. Rows of one event stand together: each is kept once it is complete. */
export function createEventData() {
  const index = createSessionIndex<EventData>(data => JSON.stringify(data));
  const kinds = new Set<string>();
  const tables = new Set<string>();
  let refused = 0;
  let open: { readonly id: string; readonly entries: [string, PropertyValue][] } | undefined;

  function keep(id: string, data: EventData): void {
    const kind = JSON.stringify(data);
    if (kinds.size >= MAX_KINDS && !kinds.has(kind)) refused += 1;
    else {
      kinds.add(kind);
      index.set(id, data);
    }
  }

  function close(): void {
    if (!open || open.entries.length === 0) return;
    const { id, entries } = open;
    const known = index.get(id) ?? NOTHING;
    const before = known.properties === null ? {} : (JSON.parse(known.properties) as object);
    const properties = repairProperties({ ...before, ...Object.fromEntries(entries) });
    if (properties !== known.properties) keep(id, { ...known, properties });
    open = undefined;
  }

  function readProperty(values: Values): void {
    const [id, name, value] = [values('website_event_id'), values('data_key'), toValue(values)];
    if (id === '' || !isPropertyName(name) || value === undefined) {
      refused += 1;
      return;
    }
    if (open?.id !== id) {
      close();
      open = { id, entries: [] };
    }
    open.entries.push([name, value]);
  }

  function readRevenue(values: Values): void {
    const [id, currency] = [values('event_id'), values('currency').toUpperCase()];
    const amount = Number(values('revenue'));
    if (id === '' || !CURRENCIES.has(currency) || toTenThousandths(amount) === null) refused += 1;
    else keep(id, { ...(index.get(id) ?? NOTHING), amount: String(amount), currency });
  }

  return {
    isOfTable: (table: string): boolean => table === 'event_data' || table === 'revenue',
    read(table: string, values: Values): void {
      tables.add(table);
      if (table === 'event_data') readProperty(values);
      else {
        close();
        readRevenue(values);
      }
    },
    /** Completes what was read last. */
    close,
    /** Whether a table was read before the events. */
    hasRead: (table: string): boolean => tables.has(table),
    find: (id: string): EventData => index.get(id) ?? NOTHING,
    /** Rows that no event can have. */
    countRefused: (): number => refused,
  };
}

export type EventDataIndex = ReturnType<typeof createEventData>;
