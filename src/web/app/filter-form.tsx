/** What the popover for adding a filter holds: first the dimensions, then the values of one, with suggestions. */

import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { DIMENSION_SECTIONS } from '../../core/dimension-sections.ts';
import { toPropertyDimension } from '../../core/hits/properties.ts';
import { findDimension } from '../dimensions.ts';
import { FILTERS, type ViewFilterName } from '../filter-names.ts';
import * as labels from '../labels/filter-form.ts';
import { formatNumber } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import { addStyles } from '../ui/add-styles.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { withFilter } from '../view.ts';
import styles from './filter-form.css' with { type: 'text' };
import { filterLabel, filterVerb, formatFilterValue } from './filter-labels.ts';
import { SavedSegments } from './saved-segments.tsx';
import { useProperties } from './use-properties.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useView } from './use-view.ts';
import { useSections } from './user.ts';

addStyles(styles);

export function FilterForm({ siteId, onDone }: { readonly siteId: number; readonly onDone: () => void }) {
  const [name, setName] = useState<ViewFilterName | null>(null);
  if (name === null)
    return (
      <>
        <SavedSegments siteId={siteId} onDone={onDone} />
        <Names siteId={siteId} onName={setName} />
      </>
    );
  return <Values siteId={siteId} name={name} onBack={() => setName(null)} onDone={onDone} />;
}

/** Properties that the form names. */
const MAX_PROPERTIES = 20;

function Names({
  siteId,
  onName,
}: {
  readonly siteId: number;
  readonly onName: (name: ViewFilterName) => void;
}) {
  const { data } = useProperties(siteId, { perPage: MAX_PROPERTIES });
  const sections = useSections();
  const names = FILTERS.filter(name => !sections || sections.some(each => each === DIMENSION_SECTIONS[name]));
  const properties = (data?.properties ?? []).map(({ name }) => toPropertyDimension(name));
  return (
    <ul className="filter-names" aria-label={labels.filterNames}>
      {[...names, ...properties].map(name => (
        <li key={name}>
          <button type="button" className="menu-item" onClick={() => onName(name)}>
            {filterLabel(name)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Values({
  siteId,
  name,
  onBack,
  onDone,
}: {
  readonly siteId: number;
  readonly name: ViewFilterName;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const { view, change } = useView();
  const [text, setText] = useState('');
  const [isExcluded, setIsExcluded] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { suggestions, isError } = useSuggestions(siteId, name, text.trim());
  const words = filterLabel(name);
  const { isFixedSet } = findDimension(name);
  const add = (value: string) => {
    change(withFilter(view, { name, value, isExcluded }));
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    // Values of a fixed set must be one of it; others may be values that no row has yet.
    const value = isFixedSet ? suggestions?.[0]?.value : typed;
    if (value) add(value);
  };
  return (
    <form className="filter-values" onSubmit={submit}>
      <div className="filter-values-head">
        <IconButton label={labels.backToNames} isSmall onClick={onBack}>
          <ArrowLeft size={16} aria-hidden="true" />
        </IconButton>
        <b>{words}</b>
        <Segments
          legend={words}
          options={[
            ['is', filterVerb({ name, isExcluded: false })],
            ['is not', filterVerb({ name, isExcluded: true })],
          ]}
          value={isExcluded ? 'is not' : 'is'}
          onValue={verb => {
            setIsExcluded(verb === 'is not');
            field.current?.focus();
          }}
        />
      </div>
      <input
        className="input"
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the field is what this was opened for
        autoFocus
        value={text}
        aria-label={labels.searchFor(words)}
        placeholder={shared.search}
        maxLength={1024}
        onChange={event => setText(event.target.value)}
      />
      <Suggestions name={name} suggestions={suggestions} isError={isError} onValue={add} />
      {text.trim() !== '' && !isFixedSet && (
        <Button type="submit" isSmall>
          {labels.exactlyThis}
        </Button>
      )}
    </form>
  );
}

function Suggestions({
  name,
  suggestions,
  isError,
  onValue,
}: {
  readonly name: ViewFilterName;
  readonly suggestions: ReturnType<typeof useSuggestions>['suggestions'];
  readonly isError: boolean;
  readonly onValue: (value: string) => void;
}) {
  if (isError) return <p className="error">{labels.suggestionsFailed}</p>;
  if (!suggestions) return <SkeletonRows count={8} />;
  if (suggestions.length === 0) return <p className="soft">{labels.noSuggestions}</p>;
  return (
    <ul className="filter-suggestions" aria-label={labels.suggestionsLabel}>
      {suggestions.map(({ value, count }) => (
        <li key={value}>
          <button type="button" className="menu-item" onClick={() => onValue(value)}>
            <UntrustedText text={formatFilterValue(name, value)} isCut />
            <span className="soft">{formatNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
