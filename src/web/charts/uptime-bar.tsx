/** The uptime of 90 days as a bar of days, each with a tooltip. Arrow keys move between days. */

import type { Static } from '@sinclair/typebox';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { toDownPart } from '../../core/uptime-days.ts';
import type { UptimeDays } from '../../features/uptime/history/schema.ts';
import { formatDay } from '../format.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/uptime-charts.tsx';
import { nextIndex } from './arrow-keys.ts';
import { formatUptimeDay } from './uptime-labels.ts';

export type UptimeDay = Static<typeof UptimeDays>['days'][number];

const NONE: ReadonlySet<string> = new Set();

/** How far arrow keys move. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 } as const;

export function UptimeBar({
  days,
  maintenance = NONE,
}: {
  readonly days: readonly UptimeDay[];
  /** Days with a maintenance window. */
  readonly maintenance?: ReadonlySet<string>;
}) {
  const describe = (day: UptimeDay): string =>
    maintenance.has(day.date) ? labels.withMaintenance(formatUptimeDay(day)) : formatUptimeDay(day);
  const [pointed, setPointed] = useState<number | null>(null);
  const [stop, setStop] = useState(days.length - 1);
  const bar = useRef<HTMLOListElement>(null);
  const walk = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, { index: stop, count: days.length, steps: STEPS });
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  const [first, last] = [days[0], days.at(-1)];
  const day = pointed === null ? undefined : days[pointed];
  return (
    <figure className="uptime-days">
      <figcaption className="visually-hidden">{labels.lastDays(days.length)}</figcaption>
      <ol
        className="uptime-bar"
        aria-label={shared.days}
        ref={bar}
        onKeyDown={walk}
        onMouseLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
      >
        {days.map((each, index) => (
          <li key={each.date}>
            <button
              type="button"
              className={maintenance.has(each.date) ? `${toClassName(each)} planned` : toClassName(each)}
              style={{ '--down': `${downShare(each) * 100}%` } as CSSProperties}
              aria-label={describe(each)}
              tabIndex={index === stop ? 0 : -1}
              onMouseEnter={() => setPointed(index)}
              onFocus={() => {
                setPointed(index);
                setStop(index);
              }}
            />
          </li>
        ))}
      </ol>
      <p className="uptime-details" aria-hidden="true">
        {day ? (
          <span>{describe(day)}</span>
        ) : (
          <>
            <span className="soft">{first && formatDay(first.date)}</span>
            <span className="soft">{last && shared.today}</span>
          </>
        )}
      </p>
    </figure>
  );
}

const downShare = ({ uptime, downtimes }: UptimeDay): number =>
  toDownPart({ uptime, isDown: downtimes > 0 || (uptime ?? 100) < 100 });

const toClassName = (day: UptimeDay): string =>
  day.uptime === null ? 'uptime-day unwatched' : downShare(day) > 0 ? 'uptime-day down' : 'uptime-day';
