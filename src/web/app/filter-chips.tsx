/** The active filters: each can be inverted or removed. */

import { X } from 'lucide-react';
import * as labels from '../labels/shell.tsx';
import { Button } from '../ui/button.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { type Filter, type View, withoutFilter } from '../view.ts';
import { filterConjunction, filterPrefix, formatFilterValue, toAlternatives } from './filter-labels.ts';
import { useView } from './use-view.ts';

const isSameValue = (left: Filter, right: Filter): boolean =>
  left.name === right.name && left.value === right.value;

/** Returns the filters with one of them inverted, in the same order. */
const inverted = (view: View, filter: Filter): readonly Filter[] =>
  view.filters
    .filter(each => !isSameValue(each, filter) || each.isExcluded === filter.isExcluded)
    .map(each => (isSameValue(each, filter) ? { ...each, isExcluded: !each.isExcluded } : each));

export function FilterChips() {
  const { view, change } = useView();
  if (view.filters.length === 0) return null;
  const filters = toAlternatives(view.filters);
  return (
    <ul className="chips" aria-label={labels.filters}>
      {filters.map(({ filter, isAnother }, index) => {
        // The key stays the same when a filter is inverted, so that its chip keeps the focus.
        const isTwice = filters.findIndex(each => isSameValue(each.filter, filter)) !== index;
        const key = `${filter.name}=${filter.value}${isTwice ? '!' : ''}`;
        return <Chip key={key} filter={filter} isAnother={isAnother} />;
      })}
      {filters.length > 1 && (
        <li>
          <Button
            variant="quiet"
            isSmall
            onClick={event => {
              moveFocus(event.currentTarget, true);
              change({ filters: [] });
            }}
          >
            {labels.clearAll}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Moves the focus to a neighbouring chip before one is removed; after the last one to the add button. */
function moveFocus(button: HTMLElement, isForAll = false): void {
  const chip = button.closest('li');
  const neighbour = isForAll ? null : (chip?.nextElementSibling ?? chip?.previousElementSibling);
  const next =
    neighbour?.querySelector<HTMLElement>('.view-chip-remove') ??
    document.querySelector<HTMLElement>('[data-shortcut="add-filter"]');
  next?.focus();
}

function Chip({ filter, isAnother }: { readonly filter: Filter; readonly isAnother: boolean }) {
  const { view, change } = useView();
  const { name, isExcluded } = filter;
  const value = formatFilterValue(name, filter.value);
  return (
    <li className={isExcluded ? 'view-chip not' : 'view-chip'}>
      <button
        type="button"
        className="view-chip-text"
        title={isExcluded ? labels.includeInstead : labels.excludeInstead}
        onClick={() => change({ filters: inverted(view, filter) })}
      >
        {/* Short on screen; the remove button has the whole filter for screen readers. */}
        <span className="view-chip-name">{isAnother ? filterConjunction(filter) : filterPrefix(filter)}</span>
        <UntrustedText text={value} isCut />
      </button>
      <button
        type="button"
        className="view-chip-remove"
        aria-label={labels.removeFilter(filterPrefix(filter), value)}
        onClick={event => {
          moveFocus(event.currentTarget);
          change(withoutFilter(view, filter));
        }}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
