import { Search } from 'lucide-react';

/** A search field. Esc clears it. */
export function SearchField({
  label,
  value,
  onValue,
  maxLength,
  shortcut,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly maxLength?: number;
  /** Name by which a keyboard shortcut finds it. */
  readonly shortcut?: string;
}) {
  return (
    <search className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        data-shortcut={shortcut}
        value={value}
        onChange={event => onValue(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onValue('')}
      />
    </search>
  );
}
