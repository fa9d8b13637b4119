import { type TObject, Type } from '@sinclair/typebox';
import type { StoredHit } from '../../core/hits/row.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, model, patchModel } from '../../http/schema.ts';

/** Wire form of a hit, from the feature of hits. */
export interface HitWire {
  readonly schema: TObject;
  readonly present: (hit: StoredHit, siteUrl: string) => object;
}

/** Ids of one request at most. */
const MAX_IDS = 10_000;

const chosen = {
  ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: MAX_IDS,
      description: 'ids that are no spam hits of the site are passed over',
    }),
  ),
  all: Type.Optional(Type.Boolean({ description: 'true: every spam hit of the site' })),
};

export const DeleteSpamHits = patchModel('DeleteSpamHits', chosen, { ids: [7, 9] }, { all: true });
export const RestoreSpamHits = patchModel('RestoreSpamHits', chosen, { ids: [7, 9] }, { all: true });

export const ListSpamHits = Type.Object(pageQuery({ maximum: 1000 }));

/** Returns the wire form of a hit and why it was suppressed. */
export const spamHitWire = ({ schema, present }: HitWire) => ({
  schema: model('SpamHit', {
    ...schema.properties,
    reason: Type.String({ description: 'the rule that suppressed it' }),
  }),
  present: (hit: StoredHit, siteUrl: string) => ({ ...present(hit, siteUrl), reason: hit.reason ?? '' }),
});

export const spamHitList = (schema: TObject) =>
  Type.Object({ spam_hits: Type.Array(schema), pagination: Pagination });

export const SpamHitsDeleted = Type.Object({
  status: Type.Literal('deleted'),
  deleted_count: Type.Integer({ minimum: 0 }),
});

export const SpamHitsRestored = Type.Object({
  status: Type.Literal('restored'),
  restored_count: Type.Integer({ minimum: 0 }),
  ids: Type.Optional(
    Type.Array(Id, {
      description: 'what they are called among the hits, in order of time; absent with `all`',
    }),
  ),
});
