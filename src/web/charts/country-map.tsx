/** A world map of counts by country: darker is more. One tab stop, arrow keys move by rank. */

import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pagesBase } from '../api-url.ts';
import { useView } from '../app/use-view.ts';
import { formatCountry, formatShare } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import { formatNumber, named, uncapitalize } from '../labels/language.ts';
import { Flag } from '../ui/flag.tsx';
import { hasFilter, type View, withFilter, withoutFilter } from '../view.ts';
import { nextIndex } from './arrow-keys.ts';
import { COUNTRY_SHAPES, type CountryShape, MAP_HEIGHT, MAP_WIDTH } from './country-shapes.ts';

/** The count of a country. */
interface CountryCount {
  /** Two letters; null: unknown. */
  readonly key: string | null;
  readonly count: number;
  /** Of the total, from 0 to 1. */
  readonly share: number;
}

interface Country extends CountryShape {
  readonly row: CountryCount;
}

/** How far arrow keys move. */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const;

/** What is counted, and how a count of it is written. */
interface Counted {
  readonly name: string;
  readonly format: (count: number) => string;
}

export function CountryMap({
  rows,
  counted,
}: {
  readonly rows: readonly CountryCount[];
  readonly counted: Counted;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const countries = rankCountries(rows);
  const activeCountry = countries.find(({ code }) => code === shown);
  return (
    <div className="country-map">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <svg
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        role="group"
        aria-label={labels.mapLabel(uncapitalize(counted.name))}
      >
        <path className="country-land" d={otherLandPath(countries)} />
        <Countries countries={countries} format={counted.format} shown={shown} onShow={setShown} />
      </svg>
      {activeCountry && <CountryTooltip country={activeCountry} />}
      <UnmappedCountries rows={rows.filter(({ key }) => key !== null && key !== 'XX' && !hasShape(key))} />
    </div>
  );
}

const hasShape = (code: string): boolean => COUNTRY_SHAPES.some(shape => shape.code === code);

/** Countries too small for the map that are listed below it. */
const MAX_UNMAPPED = 4;

/** The list of countries that are too small for the map. */
function UnmappedCountries({ rows }: { readonly rows: readonly CountryCount[] }) {
  const { view, toHref } = useView();
  if (rows.length === 0) return null;
  const left = rows.length - MAX_UNMAPPED;
  return (
    <ul className="country-off-map" aria-label={labels.tooSmallForTheMap}>
      {rows.slice(0, MAX_UNMAPPED).map(({ key, count }) => (
        <li key={key}>
          <Link href={toHref(toggleFilter(view, key ?? '', false))}>
            <Flag code={key ?? ''} /> {formatCountry(key ?? '')}
          </Link>{' '}
          {formatNumber(count)}
        </li>
      ))}
      {left > 0 && <li className="soft">{labels.moreInList(left)}</li>}
    </ul>
  );
}

/** Joins rows with the shapes of their countries, largest count first. */
function rankCountries(rows: readonly CountryCount[]): Country[] {
  const shapes = new Map(COUNTRY_SHAPES.map(shape => [shape.code, shape]));
  return rows.flatMap(row => {
    const shape = shapes.get(row.key ?? '');
    return shape ? [{ ...shape, row }] : [];
  });
}

/** Returns the path of all other countries. */
function otherLandPath(countries: readonly Country[]): string {
  const filled = new Set(countries.map(({ code }) => code));
  return COUNTRY_SHAPES.map(({ code, path }) => (filled.has(code) ? '' : path)).join('');
}

/** Returns the view with the filter for a country toggled. */
function toggleFilter(view: View, code: string, isExcluded: boolean): View {
  const filter = { name: 'country', value: code, isExcluded } as const;
  return hasFilter(view, filter) ? withoutFilter(view, filter) : withFilter(view, filter);
}

function Countries({
  countries,
  format,
  shown,
  onShow,
}: {
  readonly countries: readonly Country[];
  readonly format: (count: number) => string;
  readonly shown: string | null;
  readonly onShow: (code: string | null) => void;
}) {
  const { view, change, toHref } = useView();
  const [at, setAt] = useState(0);
  const links = useRef<({ focus: () => void } | null)[]>([]);
  const stop = Math.min(at, countries.length - 1);
  const max = Math.max(1, ...countries.map(({ row }) => row.count));
  const walk = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, { index: stop, count: countries.length, steps: STEPS });
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    links.current[next]?.focus();
  };
  return countries.map(({ code, path: shape, row }, index) => (
    <a
      key={code}
      ref={element => {
        links.current[index] = element;
      }}
      href={pagesBase + toHref(toggleFilter(view, code, false))}
      className={code === shown ? 'country on' : 'country'}
      aria-label={named(formatCountry(code), `${format(row.count)}, ${formatShare(row.share)}`)}
      tabIndex={index === stop ? 0 : -1}
      onKeyDown={walk}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        change(toggleFilter(view, code, event.altKey));
      }}
      onPointerEnter={() => onShow(code)}
      onPointerLeave={() => onShow(null)}
      onFocus={() => onShow(code)}
      onBlur={() => onShow(null)}
    >
      <path d={shape} style={{ '--level': toShade(row.count, max) } as CSSProperties} />
    </a>
  ));
}

/** Returns the shade of a country in percent, by the square root: else all but the first would look alike. */
const toShade = (count: number, max: number): string => `${Math.round(12 + 88 * Math.sqrt(count / max))}%`;

/** The tooltip of a country; screen readers have its label. */
function CountryTooltip({ country: { code, row, middle } }: { readonly country: Country }) {
  const [left, top] = [(middle[0] / MAP_WIDTH) * 100, (middle[1] / MAP_HEIGHT) * 100];
  const side = left < 20 ? ' from-left' : left > 80 ? ' from-right' : '';
  return (
    <div className={`country-tip${side}`} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
      <b>
        <Flag code={code} /> {formatCountry(code)}
      </b>
      <span>
        {formatNumber(row.count)} <span className="soft">{formatShare(row.share)}</span>
      </span>
    </div>
  );
}
