/** The selected event of a view: it is one of its filters, so that it is kept on other pages. */
import type { Query } from '../../api-url.ts';
import type { Filter, View } from '../../view.ts';

const isEventFilter = ({ name, isExcluded, value }: Filter): boolean =>
  name === 'event' && !isExcluded && value !== '';

/** Returns the selected event; null for all, and for several. */
export function chosenEvent(view: View): string | null {
  const [first, ...more] = view.filters.filter(isEventFilter);
  return first && more.length === 0 ? first.value : null;
}

/** Returns the view with one event selected, or with all of them. */
export const withEvent = (view: View, event: string | null): Pick<View, 'filters' | 'value'> => ({
  filters: [
    ...view.filters.filter(filter => !isEventFilter(filter)),
    ...(event === null ? [] : [{ name: 'event', value: event, isExcluded: false } as const]),
  ],
  value: null,
});

/** Returns query parameters for the selected value; values belong to one event. */
export const valueQuery = (view: View): Query =>
  view.value === null || chosenEvent(view) === null ? {} : { value: view.value };
