import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import type { Transfer } from './service.ts';

export const CreateTransfer = model(
  'CreateTransfer',
  {
    account_id: Type.Integer({
      minimum: 1,
      description:
        'the account that gets the site: the id of its owner. The account to act on is `account_id` of the query',
    }),
  },
  { account_id: 2 },
);

const TransferModel = model('Transfer', {
  id: Id,
  status: oneOf(['pending', 'done']),
  site_id: Id,
  site_label: Type.String(),
  site_url: Type.String(),
  from: Type.Object({ account_id: Id, email: Type.String() }),
  to: Type.Object({ account_id: Id, email: Type.String() }),
  awaits: nullable(Id, { description: 'the account whose owner has to accept it; null once it is done' }),
  created_at: Timestamp,
  expires_at: nullable(Timestamp),
});

export const TransferAnswer = Type.Object({ transfer: TransferModel });
export const TransferList = Type.Object({ transfers: Type.Array(TransferModel) });

export const presentTransfer = ({ row, isDone, site, from, to }: Transfer): Static<typeof TransferModel> => ({
  id: row.id,
  status: isDone ? 'done' : 'pending',
  site_id: site.id,
  site_label: site.label,
  site_url: site.url,
  from: { account_id: from.id, email: from.email },
  to: { account_id: to.id, email: to.email },
  awaits: isDone ? null : row.awaitedId,
  created_at: row.createdAt.toISOString(),
  expires_at: isDone ? null : row.expiresAt.toISOString(),
});
