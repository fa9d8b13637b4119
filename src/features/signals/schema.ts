import { type Static, Type } from '@sinclair/typebox';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, InputTime, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { line, prose } from '../../http/text.ts';
import { type Period, periodFields, periodQuery, presentPeriod } from '../../reports/period.ts';
import type { SignalRow } from './store.ts';
import { SIGNAL_CATEGORIES } from './tables.ts';

const Category = oneOf(SIGNAL_CATEGORIES);
const Metadata = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { additionalProperties: true, description: 'any JSON object, at most 16 KiB of JSON' }),
);

export const Signal = model('Signal', {
  id: Id,
  occurred_at: Timestamp,
  title: Type.String(),
  description: nullable(Type.String()),
  category: Category,
  metadata: nullable(Metadata),
  external_id: nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Source: api-v1, Owner context signal; api-v1, Limits. */
const SignalFields = Type.Object({
  occurred_at: Type.Optional({
    ...InputTime,
    description: 'ISO 8601, UTC without a zone; required for a new signal',
  }),
  title: line({ isRequired: true, maxLength: 200 }),
  description: Type.Optional(nullable(prose({ maxLength: 5000 }))),
  category: Type.Optional(oneOf(SIGNAL_CATEGORIES, { description: '`other` when left out' })),
  metadata: Type.Optional(nullable(Metadata)),
  external_id: Type.Optional(
    nullable(
      line({
        isRequired: true,
        maxLength: 200,
        description:
          'key of your own, one of each for a site: sent again it updates that signal, and what is left out then stays',
      }),
    ),
  ),
});
export type SignalInput = Static<typeof SignalFields>;

export const WriteSignal = model(
  'WriteSignal',
  { signal: SignalFields },
  {
    signal: {
      occurred_at: '2026-03-10T08:00:00Z',
      title: 'Spring newsletter',
      category: 'newsletter',
      metadata: { campaign: 'spring', path: '/spring' },
      external_id: 'newsletter-2026-03',
    },
  },
);

/** A change of one signal. */
const SignalChanges = Type.Partial(SignalFields);
export type SignalChangeInput = Static<typeof SignalChanges>;

export const UpdateSignal = model(
  'UpdateSignal',
  { signal: SignalChanges },
  { signal: { title: 'Spring newsletter, second try', metadata: null } },
);
export const SignalUpdated = Type.Object({ status: Type.Literal('updated'), signal: Signal });

export const SignalWritten = Type.Object({ status: oneOf(['created', 'updated']), signal: Signal });

export const ListSignals = Type.Object({
  ...periodQuery,
  category: Type.Optional(Category),
  ...pageQuery({ maximum: 100 }),
});
export type SignalsQuery = Static<typeof ListSignals>;

const Filters = Type.Object({
  ...periodFields,
  category: nullable(Type.String()),
});
export const SignalList = Type.Object({
  signals: Type.Array(Signal),
  pagination: Pagination,
  filters: Filters,
});

export const presentSignal = (signal: SignalRow): Static<typeof Signal> => ({
  id: signal.id,
  occurred_at: signal.occurredAt.toISOString(),
  title: signal.title,
  description: signal.description,
  category: signal.category,
  metadata: signal.metadata === null ? null : JSON.parse(signal.metadata),
  external_id: signal.externalId,
  created_at: signal.createdAt.toISOString(),
  updated_at: signal.updatedAt.toISOString(),
});

export const presentFilters = (period: Period, query: SignalsQuery): Static<typeof Filters> => ({
  ...presentPeriod(period),
  category: query.category ?? null,
});
