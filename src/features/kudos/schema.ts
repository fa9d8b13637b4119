import { type Static, Type } from '@sinclair/typebox';
import { MAX_LENGTH } from '../../core/limits.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { periodQuery } from '../../http/period.ts';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import type { KudoRow } from './store.ts';

export const Kudo = model('Kudo', {
  id: Id,
  uid: Type.String({ description: 'public code of the kudo, unique on its site' }),
  path: Type.String(),
  created_at: Timestamp,
});

/** Documents what `accept.ts` checks. */
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

export const ListKudos = Type.Object({
  ...periodQuery,
  path: Type.Optional(Type.String({ description: 'exact' })),
  uid: Type.Optional(Type.String({ description: 'exact' })),
  ...pageQuery({ maximum: 1000 }),
});

export const KudoList = Type.Object({
  kudos: Type.Array(Kudo),
  pagination: Pagination,
  filters: Type.Object({
    start_date: Type.String(),
    end_date: Type.String(),
    time_zone: Type.String(),
    path: nullable(Type.String()),
    uid: nullable(Type.String()),
  }),
});

/** A kudo as the wire has it. */
export const presentKudo = (kudo: KudoRow): Static<typeof Kudo> => ({
  id: kudo.id,
  uid: kudo.uid,
  path: kudo.path,
  created_at: kudo.createdAt.toISOString(),
});
