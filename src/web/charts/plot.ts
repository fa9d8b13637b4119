/** The plot of a chart on a canvas (uPlot): the series, its comparison, and incomplete buckets. */
import UPlot from 'uplot';
import type { Tick } from './bucket-labels.ts';
import type { Axis } from './metrics.ts';
import type { Bucket } from './series.ts';

/** Insets of the plot area, in CSS pixels. */
export const INSET = { left: 44, right: 26, top: 34, bottom: 28 } as const;

export interface Drawing {
  readonly buckets: readonly Bucket[];
  readonly ticks: readonly Tick[];
  readonly axis: Axis;
  readonly width: number;
  readonly height: number;
}

export interface PlotEvents {
  /** Called with the active bucket; null: none. */
  readonly onIndex: (index: number | null) => void;
  /** Called with a range of buckets selected by dragging, or with one that was clicked. */
  readonly onRange: (first: number, last: number) => void;
}

export interface Plot {
  readonly draw: (drawing: Drawing) => void;
  readonly setActiveIndex: (index: number | null) => void;
  /** Returns the bucket nearest to a place in the window, in CSS pixels from its left edge. */
  readonly findIndex: (clientX: number) => number;
  /** Reads the colours again after a change of theme. */
  readonly recolour: () => void;
  readonly destroy: () => void;
}

/** Returns the x position of a bucket, from the left edge of the chart. */
export function toPosition(index: number, count: number, width: number): number {
  const room = width - INSET.left - INSET.right;
  return INSET.left + (count < 2 ? room / 2 : (room * index) / (count - 1));
}

type Column = (number | null)[];

/**
 * Converts buckets to uPlot columns: complete buckets make the solid line, incomplete ones a dotted line of their
 * own.
 */
function toPlotData(buckets: readonly Bucket[]): UPlot.AlignedData {
  const isWhole = ({ isOpen, cut }: Bucket) => !isOpen && cut === null;
  const isNextToPartial = (index: number) =>
    [index - 1, index, index + 1].some(near => {
      const bucket = buckets[near];
      return bucket !== undefined && bucket.value !== null && !isWhole(bucket);
    });
  const before: Column = buckets.map(bucket => bucket.before);
  const whole: Column = buckets.map(bucket => (isWhole(bucket) ? bucket.value : null));
  const partial: Column = buckets.map((bucket, index) => (isNextToPartial(index) ? bucket.value : null));
  return [buckets.map((_, index) => index), before, whole, partial];
}

/** Returns values without neighbours: they are drawn as points, since a line would have no length. */
const isolatedPoints = (plot: UPlot, series: number): number[] => {
  const values = plot.data[series] ?? [];
  return [...values].flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  );
};

export function createPlot(element: HTMLElement, first: Drawing, events: PlotEvents): Plot {
  let colours = readColours(element);
  let drawing = first;
  const openPoints = (): number[] =>
    drawing.buckets.flatMap(({ isOpen, value }, index) => (isOpen && value !== null ? [index] : []));
  const plot = new UPlot(
    {
      width: first.width,
      height: first.height,
      padding: [INSET.top, INSET.right, 0, 0],
      legend: { show: false },
      scales: {
        x: {
          time: false,
          range: () => (drawing.buckets.length < 2 ? [-1, 1] : [0, drawing.buckets.length - 1]),
        },
        y: { range: (_, __, max) => toRange(drawing.axis.step(max), max) },
      },
      axes: createAxes(
        () => drawing,
        () => colours,
      ),
      series: [
        {},
        {
          stroke: () => colours.comparison,
          width: 1.5,
          dash: [5, 4],
          points: pointOptions(isolatedPoints, 5),
        },
        {
          stroke: () => colours.accent,
          fill: () => colours.fill,
          width: 2,
          points: pointOptions(isolatedPoints, 7),
        },
        {
          stroke: () => colours.accent,
          width: 2,
          dash: [1, 4],
          cap: 'round',
          points: { ...pointOptions(openPoints, 8), fill: () => colours.surface, width: 2 },
        },
      ],
      cursor: {
        y: false,
        // The cursor snaps to buckets: between them there are no values.
        move: (self, left, top) => [left < 0 ? left : self.valToPos(self.posToIdx(left), 'x'), top],
        drag: { x: true, y: false, setScale: false },
        points: { size: 9, width: 2, fill: () => colours.surface },
        // No zooming out by double click: going back in the history does that.
        bind: { dblclick: () => null },
      },
      hooks: {
        setCursor: [({ cursor }) => events.onIndex(cursor.idx ?? null)],
        setSelect: [
          ({ select }) => {
            if (select.width < 8) return;
            events.onRange(plot.posToIdx(select.left), plot.posToIdx(select.left + select.width));
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    },
    toPlotData(first.buckets),
    element,
  );
  followTouch(plot);
  followClicks(plot, index => events.onRange(index, index));
  return {
    draw: next => {
      const isResized = next.width !== drawing.width || next.height !== drawing.height;
      const isOther = next.buckets !== drawing.buckets;
      drawing = next;
      if (isResized) plot.setSize(next);
      if (isOther) plot.setData(toPlotData(next.buckets));
      // Recomputes the axes too: a change of size needs it.
      else plot.redraw(true, true);
    },
    setActiveIndex: index => {
      const top = plot.bbox.height / devicePixelRatio / 2;
      plot.setCursor(index === null ? { left: -10, top: -10 } : { left: plot.valToPos(index, 'x'), top });
    },
    findIndex: clientX => plot.posToIdx(clientX - plot.over.getBoundingClientRect().left),
    recolour: () => {
      colours = readColours(element);
      plot.redraw();
    },
    destroy: () => plot.destroy(),
  };
}

const pointOptions = (
  filter: (plot: UPlot, series: number) => number[],
  size: number,
): UPlot.Series.Points => ({
  show: true,
  size,
  filter: (plot, series) => filter(plot, series),
});

type Colours = ReturnType<typeof readColours>;

/** Returns the range from zero to the first tick that is not below the maximum. */
const toRange = (step: number, max: number): [number, number] => [
  0,
  step * Math.max(1, Math.ceil(max / step)),
];

function createAxes(drawing: () => Drawing, colours: () => Colours): UPlot.Axis[] {
  const common = { stroke: () => colours().soft, font: colours().font, ticks: { show: false } };
  return [
    {
      ...common,
      size: INSET.bottom,
      gap: 8,
      grid: { show: false },
      splits: () => drawing().ticks.map(({ index }) => index),
      values: () => drawing().ticks.map(({ text }) => text),
    },
    {
      ...common,
      size: INSET.left,
      gap: 8,
      grid: { stroke: () => colours().line, width: 1 },
      splits: (...[, , , max]) => {
        const step = drawing().axis.step(max);
        return Array.from({ length: Math.floor(max / step) + 1 }, (_each, index) => index * step);
      },
      values: (_, splits) => splits.map(drawing().axis.format),
    },
  ];
}

/** Resolves design tokens to colours for the canvas. */
function readColours(element: HTMLElement) {
  // An element for each: what a transition runs on still has its previous colour, and a new element has none.
  const resolve = (colour: string): string => {
    const probe = document.createElement('span');
    probe.style.color = colour;
    element.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  };
  const { fontFamily } = getComputedStyle(element);
  const colours = {
    accent: resolve('var(--accent)'),
    fill: resolve('color-mix(in srgb, var(--accent) 10%, transparent)'),
    soft: resolve('var(--soft)'),
    comparison: resolve('var(--comparison)'),
    line: resolve('var(--line)'),
    surface: resolve('var(--surface)'),
    font: `12px ${fontFamily}`,
  };
  return colours;
}

/** Makes horizontal touch movements move the cursor; vertical ones scroll the page. */
function followTouch({ over, setCursor }: UPlot): void {
  const point = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    const { left, top } = over.getBoundingClientRect();
    setCursor({ left: event.clientX - left, top: event.clientY - top });
  };
  over.addEventListener('pointerdown', point);
  over.addEventListener('pointermove', point);
}

/** Longest way of the pointer that is a click, in CSS pixels. */
const CLICK_PX = 4;

/** Reports the bucket that a mouse clicks. A tap shows the values only: there is no hovering before it. */
function followClicks(plot: UPlot, onClick: (index: number) => void): void {
  let start: PointerEvent | null = null;
  plot.over.addEventListener('pointerdown', event => {
    start = event.pointerType === 'mouse' && event.button === 0 ? event : null;
  });
  // Not `click`, which the library stops where the cursor snapped to a bucket.
  plot.over.addEventListener('pointerup', event => {
    const isClick = start !== null && Math.abs(event.clientX - start.clientX) < CLICK_PX;
    const { idx } = plot.cursor;
    if (isClick && idx != null) onClick(idx);
  });
}
