/** Flags above the chart for signals, downtimes and findings; details on hover, focus or tap. */

import { Flag, Sparkles, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toDay } from '../../lib/time.ts';
import { formatDateTime, formatDay } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import { named } from '../labels/language.ts';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import type { Interval } from '../view.ts';
import { toPosition } from './plot.ts';
import { type Bucket, findBucketIndex } from './series.ts';

export interface Mark {
  readonly kind: 'signal' | 'downtime' | 'detected';
  readonly id: string;
  readonly at: string;
  /** Untrusted, as the next. */
  readonly title: string;
  readonly text: string | null;
}

const KINDS = {
  signal: { name: labels.annotation, Icon: Flag },
  downtime: { name: labels.downtime, Icon: TriangleAlert },
  detected: { name: labels.insight, Icon: Sparkles },
} as const;

/** What the owner noted or has to act on comes before what was found. */
const KIND_ORDER: readonly Mark['kind'][] = ['downtime', 'signal', 'detected'];

/** Flags closer than this are clustered, in CSS pixels. */
const MIN_DISTANCE_PX = 24;
/** Width that a flag takes clicks in where no other is near. */
const WIDE_PX = 44;
/** Marks described in a tooltip; more would cover the chart. */
const MAX_DESCRIBED = 3;

interface Cluster {
  readonly left: number;
  /** Whether another flag is beside it. */
  readonly isCrowded: boolean;
  readonly marks: readonly Mark[];
}

interface ChartArea {
  readonly buckets: readonly Bucket[];
  readonly interval: Interval;
  readonly timeZone: string;
  readonly width: number;
}

function clusterMarks(marks: readonly Mark[], { buckets, interval, timeZone, width }: ChartArea): Cluster[] {
  const placed = marks
    .flatMap(mark => {
      const index = findBucketIndex(new Date(mark.at), buckets, { interval, timeZone });
      return index === null ? [] : [{ mark, left: toPosition(index, buckets.length, width) }];
    })
    .sort((one, other) => one.left - other.left || one.mark.at.localeCompare(other.mark.at));
  const runs: (typeof placed)[] = [];
  for (const each of placed) {
    const near = runs.at(-1);
    if (near?.[0] && each.left - near[0].left < MIN_DISTANCE_PX) near.push(each);
    else runs.push([each]);
  }
  // The flag stands where the mark is that it has its style from.
  const clusters = runs.map(run => {
    const sorted = run.toSorted((a, b) => KIND_ORDER.indexOf(a.mark.kind) - KIND_ORDER.indexOf(b.mark.kind));
    return { left: sorted[0]?.left ?? 0, marks: sorted.map(({ mark }) => mark) };
  });
  const isNear = (left: number, other: { readonly left: number } | undefined) =>
    other !== undefined && Math.abs(left - other.left) < WIDE_PX;
  return clusters.map(({ left, marks }, index) => ({
    left,
    isCrowded: isNear(left, clusters[index - 1]) || isNear(left, clusters[index + 1]),
    marks,
  }));
}

/** Formats when a mark is: findings are about whole days. */
const formatWhen = ({ kind, at }: Mark, timeZone: string): string =>
  kind === 'detected' ? formatDay(toDay(new Date(at), timeZone)) : formatDateTime(at, timeZone);

export function ChartMarks({ marks, ...area }: ChartArea & { readonly marks: readonly Mark[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown === null) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && ref.current?.contains(target))) setShown(null);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [shown]);
  const clusters = clusterMarks(marks, area);
  return (
    <div className="chart-marks" ref={ref}>
      {clusters.map((cluster, index) => (
        <ClusterFlag
          // biome-ignore lint/suspicious/noArrayIndexKey: a place on the line has no other name
          key={index}
          cluster={cluster}
          timeZone={area.timeZone}
          isShown={shown === index}
          isOnRight={cluster.left > area.width / 2}
          onShow={isShown => setShown(isShown ? index : null)}
        />
      ))}
    </div>
  );
}

function ClusterFlag({
  cluster: { left, isCrowded, marks },
  timeZone,
  isShown,
  isOnRight,
  onShow,
}: {
  readonly cluster: Cluster;
  readonly timeZone: string;
  readonly isShown: boolean;
  readonly isOnRight: boolean;
  readonly onShow: (isShown: boolean) => void;
}) {
  const [first] = marks;
  const kind = first?.kind ?? 'signal';
  const { Icon } = KINDS[kind];
  const descriptions = marks.map(mark =>
    named(KINDS[mark.kind].name, `${mark.title}, ${formatWhen(mark, timeZone)}`),
  );
  return (
    <div className={`chart-mark of-${kind}${isCrowded ? ' crowded' : ''}`} style={{ left }}>
      <button
        type="button"
        aria-label={`${marks.length > 1 ? labels.marks(marks.length) : ''}${descriptions.join('; ')}`}
        onClick={() => onShow(true)}
        onFocus={() => onShow(true)}
        onBlur={() => onShow(false)}
        onPointerEnter={event => event.pointerType === 'mouse' && onShow(true)}
        onPointerLeave={event => event.pointerType === 'mouse' && onShow(false)}
        onKeyDown={event => event.key === 'Escape' && onShow(false)}
      >
        <Icon size={14} aria-hidden="true" />
        {marks.length > 1 && <span className="chart-mark-count">{marks.length}</span>}
      </button>
      {isShown && (
        <ul className={isOnRight ? 'chart-mark-tip right' : 'chart-mark-tip'} aria-hidden="true">
          {marks.slice(0, MAX_DESCRIBED).map(mark => (
            <li key={mark.id}>
              <b>
                <UntrustedText text={mark.title} />
              </b>
              <span className="soft">
                {KINDS[mark.kind].name} · {formatWhen(mark, timeZone)}
              </span>
              {mark.text && (
                <UntrustedText text={mark.text.length > 200 ? `${mark.text.slice(0, 200)}…` : mark.text} />
              )}
            </li>
          ))}
          {marks.length > MAX_DESCRIBED && (
            <li className="soft">{labels.andMore(marks.length - MAX_DESCRIBED)}</li>
          )}
        </ul>
      )}
    </div>
  );
}
