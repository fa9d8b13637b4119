/** A world map with a dot for each country that visitors are in: it pulses with every hit from there. */
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { LiveRow } from '../app/use-live.ts';
import * as labels from '../labels/live-charts.ts';
import { COUNTRY_SHAPES, type CountryShape, MAP_HEIGHT, MAP_WIDTH } from './country-shapes.ts';

const SHAPES: ReadonlyMap<string, CountryShape> = new Map(COUNTRY_SHAPES.map(shape => [shape.code, shape]));
const LAND = COUNTRY_SHAPES.map(({ path }) => path).join('');

/** Radii of dots, in the units of the map. */
const MIN_RADIUS = 4;
const MAX_RADIUS = 11;
/** As long as the animation. */
const PULSE_MS = 2_000;
/** In a burst more would only be a blur. */
const MAX_PULSES = 12;

interface Pulse {
  readonly id: string;
  readonly country: string;
}

const rowId = ({ type, id }: LiveRow): string => `${type} ${id}`;

export function LiveMap({
  countries,
  recent,
}: {
  readonly countries: readonly { readonly country: string; readonly visitors: number }[];
  /** Newest first; those that were there at first do not pulse. */
  readonly recent: readonly LiveRow[];
}) {
  const pulses = usePulses(recent);
  const max = Math.max(1, ...countries.map(({ visitors }) => visitors));
  return (
    <svg
      className="live-map"
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      role="img"
      aria-label={labels.liveMap(countries.length)}
    >
      <path className="country-land" d={LAND} />
      {countries.map(({ country, visitors }) => (
        <Dot
          key={country}
          className={pulses.some(pulse => pulse.country === country) ? 'live-dot on' : 'live-dot'}
          country={country}
          radius={MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(visitors / max)}
        />
      ))}
      {pulses.map(({ id, country }) => (
        <Dot key={id} className="live-pulse" country={country} radius={MAX_RADIUS} />
      ))}
    </svg>
  );
}

function Dot({
  className,
  country,
  radius,
}: {
  readonly className: string;
  readonly country: string;
  readonly radius: number;
}) {
  const shape = SHAPES.get(country);
  if (!shape) return null;
  const [x, y] = shape.middle;
  return (
    <circle
      className={className}
      data-country={country}
      cx={x}
      cy={y}
      r={radius}
      style={{ '--at': `${x}px ${y}px` } as CSSProperties}
    />
  );
}

/** Returns the hits of the last moments. */
function usePulses(recent: readonly LiveRow[]): readonly Pulse[] {
  const [pulses, setPulses] = useState<readonly Pulse[]>([]);
  const seen = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = new Set(recent.map(rowId));
    if (!before) return;
    const fresh = recent
      .filter(row => row.type === 'hit' && !before.has(rowId(row)))
      .map(row => ({ id: rowId(row), country: String(row['country'] ?? '') }));
    if (fresh.length === 0) return;
    setPulses(all => [...fresh, ...all].slice(0, MAX_PULSES));
    setTimeout(() => setPulses(all => all.filter(pulse => !fresh.includes(pulse))), PULSE_MS);
  }, [recent]);
  return pulses;
}
