/** Ordering of lists. */
import type { Static } from '@sinclair/typebox';
import type { SiteOrder as SiteOrderModel } from '../../../features/site-order/schema.ts';

export type SiteOrder = Static<typeof SiteOrderModel>;

interface Identified {
  readonly id: number;
}

/** Sorts items in the order of ids; those without come last, as they are. */
export function sortByIds<Thing extends Identified>(
  things: readonly Thing[],
  ids: readonly number[],
): Thing[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const indexOf = ({ id }: Thing): number => places.get(id) ?? ids.length;
  return [...things].sort((left, right) => indexOf(left) - indexOf(right));
}

/** Moves an item of a list to another index, clamped to its ends. */
export function moveItem<Thing>(list: readonly Thing[], from: number, to: number): Thing[] {
  const thing = list[from];
  if (thing === undefined) return [...list];
  const rest = list.filter((_, place) => place !== from);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), thing, ...rest.slice(place)];
}

/** Pins or unpins a site. A newly pinned one becomes the last of the pinned. */
export function withPin({ site_ids, pinned_site_ids }: SiteOrder, id: number, isPinned: boolean): SiteOrder {
  const others = pinned_site_ids.filter(each => each !== id);
  return { site_ids, pinned_site_ids: isPinned ? [...others, id] : others };
}

/** Returns the order after a site was moved among its kind: the pinned, or the rest. */
export function withMove(order: SiteOrder, id: number, to: number): SiteOrder {
  const { site_ids, pinned_site_ids } = order;
  if (pinned_site_ids.includes(id)) {
    return { site_ids, pinned_site_ids: moveItem(pinned_site_ids, pinned_site_ids.indexOf(id), to) };
  }
  const rest = site_ids.filter(each => !pinned_site_ids.includes(each));
  const next = moveItem(rest, rest.indexOf(id), to);
  // The pinned keep their places among all sites, for when they are unpinned.
  let place = 0;
  return {
    pinned_site_ids,
    site_ids: site_ids.map(each => (pinned_site_ids.includes(each) ? each : (next[place++] ?? each))),
  };
}
