import { type Static, Type } from '@sinclair/typebox';
import { Id, model } from '../../http/schema.ts';
import type { SiteOrder as Order } from './service.ts';

const MAX_SITES = 10_000;

export const SiteOrder = model(
  'SiteOrder',
  {
    site_ids: Type.Array(Id, { description: 'all sites of the account' }),
    pinned_site_ids: Type.Array(Id, { description: 'those on top, in an order of their own' }),
  },
  { site_ids: [3, 1, 2], pinned_site_ids: [3] },
);

const ids = (description: string) =>
  Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_SITES,
      description: `${description}; ids that are none of the account’s sites are ignored; stays as it is when left out`,
    }),
  );

export const PutSiteOrder = model(
  'PutSiteOrder',
  {
    site_ids: ids('the sites in order; those not named come last, by their ids'),
    pinned_site_ids: ids('those on top'),
  },
  { site_ids: [3, 1, 2], pinned_site_ids: [3] },
);

/** Converts a body to a change of an order. */
export const toOrderChange = ({
  site_ids,
  pinned_site_ids,
}: Static<typeof PutSiteOrder>): { -readonly [Field in keyof Order]?: Order[Field] } => ({
  ...(site_ids && { siteIds: site_ids }),
  ...(pinned_site_ids && { pinnedSiteIds: pinned_site_ids }),
});

export const presentOrder = ({ siteIds, pinnedSiteIds }: Order): Static<typeof SiteOrder> => ({
  site_ids: [...siteIds],
  pinned_site_ids: [...pinnedSiteIds],
});
