import { pluralize } from './english.ts';

const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a duration in its two largest units: "3 days 4 hours", "1 minute", "less than a minute". */
export function formatDuration(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return 'less than a minute';
  let rest = seconds;
  return UNITS.slice(first, first + 2)
    .map(([name, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;
    })
    .filter(text => text !== '')
    .join(' ');
}

/** Formats the whole days left until something expires, as the rest of a sentence: "runs out in 3 days". */
export function formatExpiry(daysLeft: number): string {
  if (daysLeft < 0) return 'has expired';
  return daysLeft === 0 ? 'expires today' : `expires in ${pluralize(daysLeft, 'day')}`;
}
