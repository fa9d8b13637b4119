/** Where a visitor is, beside the country. */
import { LOCATION_DETAILS, type LocationDetail } from '../core/site.ts';

/** A place; null where it is not known. Names are English ones. */
export interface Place {
  /** Two capitals. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
}

export const NOWHERE: Place = { country: null, region: null, city: null };

/** Returns as much of a place as a site keeps; nothing of one that is in another country. */
export function limitPlace(place: Place, country: string, detail: LocationDetail): Place {
  const level = LOCATION_DETAILS.indexOf(detail);
  if (level === 0 || (place.country !== null && place.country !== country)) return NOWHERE;
  return { ...place, city: level === 1 ? null : place.city };
}
