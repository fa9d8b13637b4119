/** The field for choosing a group's sites. */

import { useState } from 'react';
import { CheckboxField, ErrorText } from '../../forms/field.tsx';
import * as labels from '../../labels/groups.tsx';
import * as shared from '../../labels/shared.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type ListedSite, matchesSearch } from './site-numbers.ts';

/** Number of sites from which on there is a search field. */
const MIN_SITES_TO_SEARCH = 8;

export function SiteChoice({
  sites,
  chosen,
  error,
  onChange,
}: {
  readonly sites: readonly ListedSite[];
  readonly chosen: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly number[]) => void;
}) {
  const [words, setWords] = useState('');
  const found = sites.filter(site => matchesSearch(site, words.trim()));
  return (
    <fieldset className="group-radios">
      <legend>{labels.sitesChosen(chosen.length)}</legend>
      {sites.length >= MIN_SITES_TO_SEARCH && (
        <input
          type="search"
          className="input"
          aria-label={shared.findSite}
          placeholder={shared.findSite}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      <div className="site-choices">
        {found.map(site => (
          <CheckboxField
            key={site.id}
            label={<UntrustedText text={site.label} />}
            isOn={chosen.includes(site.id)}
            onChange={isOn => onChange(isOn ? [...chosen, site.id] : chosen.filter(each => each !== site.id))}
          />
        ))}
        {found.length === 0 && <p className="soft">{labels.noMatch}</p>}
      </div>
      <ErrorText text={error} />
    </fieldset>
  );
}
