import { type TSchema, Type } from '@sinclair/typebox';
import type { StoredHit } from '../../core/hits/row.ts';
import type { VisitorKind } from './service.ts';

/** Wire form of a kind of rows, from its feature. */
export interface RowWire {
  readonly schema: TSchema;
  readonly present: (row: StoredHit, siteUrl: string) => object;
}

export type RowWires = Readonly<Record<VisitorKind, RowWire>>;

/** Name of each kind in the answer. */
export const LIST_NAMES: Readonly<Record<VisitorKind, string>> = {
  hit: 'hits',
  event: 'events',
  spam_hit: 'spam_hits',
};

/** The rows of a visitor. */
export const visitorAnswer = (rows: RowWires) =>
  Type.Object({
    visitor_hash: Type.String({
      description: '16 hexadecimal digits: what is stored in the place of the id',
    }),
    hits: Type.Array(rows.hit.schema, { description: 'oldest first' }),
    events: Type.Array(rows.event.schema, { description: 'oldest first' }),
    spam_hits: Type.Array(rows.spam_hit.schema, { description: 'hits that were suppressed, oldest first' }),
  });

export const VisitorDeleted = Type.Object({
  status: Type.Literal('deleted'),
  deleted_count: Type.Integer({ minimum: 0, description: 'hits, events and suppressed hits together' }),
});
