import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useId, useMemo } from 'react';
import { formatDateTime } from '../format.ts';
import * as labels from '../labels/forms.ts';
import * as others from '../labels/other-pages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText } from './field.tsx';
import { BROWSER_TIME_ZONE, listTimeZones, type TimeZoneOption, toTimeZoneOption } from './time-zones.ts';

/** A combobox for time zones. */
export function TimeZoneField({
  value,
  error,
  hint,
  inherited,
  onValue,
}: {
  readonly value: string;
  readonly error: string | undefined;
  /** What it is for, where that is not the days of reports. */
  readonly hint?: (now: string) => string;
  /** The choice of none, whose value is an empty text, with the zone that it means; absent where one is required. */
  readonly inherited?: { readonly label: string; readonly zone: string };
  readonly onValue: (zone: string) => void;
}) {
  const id = useId();
  const none = inherited && { value: '', label: inherited.label };
  const zones = useMemo(() => listTimeZones(value, BROWSER_TIME_ZONE), [value]);
  const zone = value || (inherited?.zone ?? BROWSER_TIME_ZONE);
  return (
    <div className="field">
      <label htmlFor={id}>{others.timeZone}</label>
      <Combobox.Root<TimeZoneOption>
        items={none ? [none, ...zones] : zones}
        value={none && value === '' ? none : toTimeZoneOption(value)}
        isItemEqualToValue={(item, chosen) => item.value === chosen.value}
        onValueChange={chosen => chosen && onValue(chosen.value)}
      >
        <Combobox.InputGroup className="zone-group">
          <Combobox.Input
            id={id}
            className="input"
            aria-describedby={`${id}-hint`}
            aria-invalid={error ? true : undefined}
            onFocus={event => event.currentTarget.select()}
          />
          <Combobox.Trigger className="zone-open" aria-label={labels.showAllTimeZones}>
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="float">
            <Combobox.Popup className="menu zone-menu">
              <Combobox.Empty>
                <p className="hint zone-none">{labels.noTimeZone}</p>
              </Combobox.Empty>
              <Combobox.List>
                {(option: TimeZoneOption) => (
                  <Combobox.Item key={option.value} value={option} className="menu-item">
                    {option.label}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p className="hint" id={`${id}-hint`}>
        {(hint ?? labels.timeZoneHint)(formatDateTime(new Date().toISOString(), zone))}
      </p>
      {zone !== BROWSER_TIME_ZONE && (
        <div>
          <Button variant="quiet" isSmall onClick={() => onValue(BROWSER_TIME_ZONE)}>
            {labels.browserTimeZone(toTimeZoneOption(BROWSER_TIME_ZONE).label)}
          </Button>
        </div>
      )}
      <ErrorText text={error} />
    </div>
  );
}
