/** Which event a view looks at: it is one of the view's filters, so that it goes along to other pages. */
import type { Query } from '../../api.ts';
import type { Filter, View } from '../../view.ts';

const isEventFilter = ({ name, isExcluded, value }: Filter): boolean =>
  name === 'event' && !isExcluded && value !== '';

/** The event that is looked at: the one that the view's filters let through. Null for all, and for several. */
export function chosenEvent(view: View): string | null {
  const [first, ...more] = view.filters.filter(isEventFilter);
  return first && more.length === 0 ? first.value : null;
}

/** The view that looks at one event, or at all of them. */
export const withEvent = (view: View, event: string | null): Pick<View, 'filters' | 'value'> => ({
  filters: [
    ...view.filters.filter(filter => !isEventFilter(filter)),
    ...(event === null ? [] : [{ name: 'event', value: event, isExcluded: false } as const]),
  ],
  value: null,
});

/** The value that is looked at; values belong to one event. */
export const valueQuery = (view: View): Query =>
  view.value === null || chosenEvent(view) === null ? {} : { value: view.value };
