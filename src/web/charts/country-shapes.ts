/** SVG paths of the world's countries. A chunk of its own: it is large, and only the map needs it. */
import { geoArea, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json';
import { toAlpha2 } from './country-codes.ts';

export const MAP_WIDTH = 720;
export const MAP_HEIGHT = 350;

export interface CountryShape {
  readonly code: string;
  /** SVG path in the size above. */
  readonly path: string;
  /** Centre of its largest part, in the same units. */
  readonly middle: readonly [x: number, y: number];
}

interface Named {
  readonly name: string;
}
type Land = Feature<Polygon | MultiPolygon, Named>;
type Topology = Parameters<typeof feature>[0];

/** Antarctica has no visitors and would take a quarter of the map. */
const EXCLUDED_CODE = 'AQ';

export const COUNTRY_SHAPES: readonly CountryShape[] = toShapes(atlas as unknown as Topology);

function toShapes(topology: Topology): CountryShape[] {
  const { countries } = topology.objects;
  if (!countries) return [];
  const world = feature(topology, countries) as unknown as FeatureCollection<Polygon | MultiPolygon, Named>;
  const lands = world.features.flatMap((land): { readonly code: string; readonly land: Land }[] => {
    const code = toAlpha2(land.id === undefined ? undefined : String(land.id), land.properties.name);
    return code === undefined || code === EXCLUDED_CODE ? [] : [{ code, land }];
  });
  const all: FeatureCollection = { type: 'FeatureCollection', features: lands.map(({ land }) => land) };
  const draw = geoPath(geoNaturalEarth1().fitSize([MAP_WIDTH, MAP_HEIGHT], all)).digits(1);
  const shapes = new Map<string, CountryShape>();
  for (const { code, land } of lands) {
    const before = shapes.get(code);
    const path = draw(land) ?? '';
    // Regions drawn apart are merged into their country.
    const middle =
      before && before.path.length > path.length ? before.middle : draw.centroid(largestPart(land));
    shapes.set(code, { code, path: (before?.path ?? '') + path, middle });
  }
  return [...shapes.values()];
}

/** Returns the largest part of a country: its centre is where people expect it. */
function largestPart({ geometry }: Land): Polygon {
  if (geometry.type === 'Polygon') return geometry;
  const parts = geometry.coordinates.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest), {
    type: 'Polygon',
    coordinates: [],
  });
}
