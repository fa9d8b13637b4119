/** A text field that suggests values of the site as they are typed. */
import { useId } from 'react';
import { useSuggestions } from './use-suggestions.ts';

export function SuggestInput({
  siteId,
  name,
  label,
  placeholder,
  initial,
  value,
  onValue,
}: {
  readonly siteId: number;
  readonly name: 'path' | 'event';
  readonly label: string;
  readonly placeholder?: string;
  /** The value to begin with: beside it, everything is suggested. */
  readonly initial: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const id = useId();
  const { suggestions = [] } = useSuggestions(siteId, name, value === initial ? '' : value.trim());
  return (
    <>
      <input
        className="input"
        list={id}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={1024}
        spellCheck={false}
        autoComplete="off"
        onFocus={event => event.currentTarget.select()}
        onChange={event => onValue(event.target.value)}
      />
      <datalist id={id}>
        {suggestions.map(each => (
          <option key={each.value} value={each.value} />
        ))}
      </datalist>
    </>
  );
}
