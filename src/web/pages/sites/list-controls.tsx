/** Above the list of sites: which are shown, in which order, and a search. */

import { ArrowDownWideNarrow } from 'lucide-react';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { countStates, type ListState, SITE_SORTS, SITE_STATES } from './list-state.ts';
import type { ListedSite } from './site-numbers.ts';

export function ListControls({
  sites,
  state,
  onChange,
}: {
  readonly sites: readonly ListedSite[];
  readonly state: ListState;
  readonly onChange: (part: Partial<ListState>) => void;
}) {
  const counts = countStates(sites);
  // What no site is, is no choice; what is chosen stays, so that it can be left again.
  const states = SITE_STATES.filter(each => counts[each] > 0 || each === state.state);
  return (
    <div className="site-controls">
      {states.length > 1 && (
        <Segments
          legend={labels.states}
          options={states.map(each => [each, labels.stateCounts[each](counts[each])] as const)}
          value={state.state}
          onValue={value => onChange({ state: value })}
        />
      )}
      <Menu
        label={labels.sortedBy(labels.sorts[state.sort])}
        trigger={
          <>
            <ArrowDownWideNarrow size={16} aria-hidden="true" />
            {labels.sorts[state.sort]}
          </>
        }
        items={SITE_SORTS.map(sort => ({
          label: labels.sorts[sort],
          isCurrent: sort === state.sort,
          onSelect: () => onChange({ sort }),
        }))}
      />
      <SearchField
        label={shared.findSite}
        value={state.words}
        onValue={words => onChange({ words })}
        shortcut="find-site"
      />
    </div>
  );
}
