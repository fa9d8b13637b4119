import { type Static, Type } from '@sinclair/typebox';
import { MAX_LENGTH } from '../../core/limits.ts';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import { exact, type FilterRules, PATH } from '../../reports/filters.ts';
import { countRow, dateRow, reportFields, reportParams } from '../../reports/schema.ts';
import { rowAttributionQuery } from '../../reports/visits.ts';
import type { KudoField, KudoRow } from './reads/store.ts';

const kudoFields = {
  id: Id,
  uid: Type.String({ description: 'public code of the kudo, unique on its site' }),
  path: Type.String(),
  created_at: Timestamp,
};

export const Kudo = model('Kudo', kudoFields);
export const KUDO_COLUMNS = Object.keys(kudoFields);

/** Documents what `parse-kudo.ts` checks. */
export const CreateKudo = model(
  'CreateKudo',
  {
    path: Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH.path,
      description: 'a leading `/` is added when missing',
    }),
    custom_uid: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: MAX_LENGTH.custom_uid }), {
        description: 'code of your own, unique on the site; made when left out',
      }),
    ),
  },
  { path: '/recipes/rye-bread' },
  { path: '/recipes/rye-bread', custom_uid: 'order-2026-0310' },
);

export const KudoCreated = Type.Object({ status: Type.Literal('created'), kudo: Kudo });
export const KudoDeleted = Type.Object({ status: Type.Literal('deleted'), uid: Type.String() });

/** Source: api-v1, Endpoints, Kudos. */
export const KUDO_FILTERS = { path: PATH, uid: exact() } satisfies FilterRules<KudoField>;

export const ListKudos = Type.Object({
  ...rowAttributionQuery,
  ...reportParams({
    filters: KUDO_FILTERS,
    groupings: ['path', 'date'],
    defaultGrouping: 'path',
    rows: 'kudos',
  }),
});

const GroupRows = Type.Array(Type.Union([dateRow('kudo_count'), countRow('kudo_count')]));
const { summary, ...frame } = reportFields({
  filters: KUDO_FILTERS,
  summary: model('KudosSummary', { total_kudos: Type.Integer() }),
  groupsName: 'grouped_kudos',
  groups: GroupRows,
});
export const KudoList = Type.Union([
  Type.Object({ kudos: Type.Array(Kudo), ...frame }),
  Type.Object({
    grouped_kudos: GroupRows,
    ...frame,
    summary,
  }),
]);

export const presentKudo = (kudo: KudoRow): Static<typeof Kudo> => ({
  id: kudo.id,
  uid: kudo.uid,
  path: kudo.path,
  created_at: kudo.createdAt.toISOString(),
});
