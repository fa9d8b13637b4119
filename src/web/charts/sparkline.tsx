const WIDTH = 120;
const HEIGHT = 32;

/** A sparkline without axes. It is hidden from screen readers: the same is in words beside it. */
export function Sparkline({
  values,
  slots = values.length,
  isLastOpen = false,
  band = null,
}: {
  readonly values: readonly number[];
  /** Number of slots, where some values are still to come. */
  readonly slots?: number;
  /** The last value is incomplete: its segment is drawn apart, so that it does not look like a fall. */
  readonly isLastOpen?: boolean;
  /** The first and the last value that are highlighted. */
  readonly band?: readonly [first: number, last: number] | null;
}) {
  const max = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, slots - 1);
  const points = values.map((value, index) => {
    const y = HEIGHT - 2 - (value / max) * (HEIGHT - 4);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const whole = isLastOpen && points.length > 2 ? points.slice(0, -1) : points;
  const end = ((whole.length - 1) * step).toFixed(1);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {whole.length > 1 && (
        <>
          <polygon points={`0,${HEIGHT} ${whole.join(' ')} ${end},${HEIGHT}`} />
          <polyline points={whole.join(' ')} />
        </>
      )}
      {whole !== points && <polyline className="sparkline-open" points={points.slice(-2).join(' ')} />}
      {band && (
        <rect
          className="sparkline-band"
          x={(band[0] - 0.5) * step}
          width={(band[1] - band[0] + 1) * step}
          height={HEIGHT}
        />
      )}
    </svg>
  );
}
