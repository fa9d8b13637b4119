import { Type } from '@sinclair/typebox';
import { model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { REFUSAL_REASONS } from '../../ingest/refusal.ts';
import type { CountedRefusal } from './service.ts';

const Refusal = model(
  'Refusal',
  {
    reason: oneOf(REFUSAL_REASONS, { description: 'why these views and events were not counted' }),
    detail: nullable(Type.String(), {
      description: 'what exactly, in words; null for those that came when there were too many different ones',
    }),
    count: Type.Integer({ minimum: 1, description: 'in the last 24 hours' }),
    last_at: Timestamp,
  },
  {
    reason: 'other_host',
    detail: 'a page of staging.example.com, not of example.com',
    count: 3,
    last_at: '2026-03-10T12:00:00.000Z',
  },
);

export const RefusalsAnswer = Type.Object({ refusals: Type.Array(Refusal) });

export const presentRefusal = ({ reason, detail, count, lastAt }: CountedRefusal) => ({
  reason,
  detail,
  count,
  last_at: lastAt.toISOString(),
});
