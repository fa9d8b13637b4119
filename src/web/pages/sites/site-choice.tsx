/** Which sites belong to a group. */
import { useState } from 'react';
import { CheckField } from '../../ui/field.tsx';
import { Outside } from '../../ui/outside.tsx';
import { isMatch, type ListedSite } from './numbers.ts';

/** From so many sites on they are looked for by typing. */
const MANY = 8;

export function SiteChoice({
  sites,
  chosen,
  fault,
  onChange,
}: {
  readonly sites: readonly ListedSite[];
  readonly chosen: readonly number[];
  readonly fault: string | undefined;
  readonly onChange: (chosen: readonly number[]) => void;
}) {
  const [words, setWords] = useState('');
  const found = sites.filter(site => isMatch(site, words.trim()));
  return (
    <fieldset className="group-radios">
      <legend>
        Sites <span className="soft">{chosen.length} chosen</span>
      </legend>
      {sites.length >= MANY && (
        <input
          type="search"
          className="input"
          aria-label="Find a site"
          placeholder="Find a site"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      <div className="site-choices">
        {found.map(site => (
          <CheckField
            key={site.id}
            label={<Outside text={site.label} />}
            isOn={chosen.includes(site.id)}
            onChange={isOn => onChange(isOn ? [...chosen, site.id] : chosen.filter(each => each !== site.id))}
          />
        ))}
        {found.length === 0 && <p className="soft">No site is called that.</p>}
      </div>
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
