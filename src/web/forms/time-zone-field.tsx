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
  onValue,
}: {
  readonly value: string;
  readonly error: string | undefined;
  /** What it is for, where that is not the days of reports. */
  readonly hint?: string;
  readonly onValue: (zone: string) => void;
}) {
  const id = useId();
  const zones = useMemo(() => listTimeZones(value, BROWSER_TIME_ZONE), [value]);
  return (
    <div className="field">
      <label htmlFor={id}>{others.timeZone}</label>
      <Combobox.Root<TimeZoneOption>
        items={zones}
        value={toTimeZoneOption(value)}
        isItemEqualToValue={(item, chosen) => item.value === chosen.value}
        onValueChange={zone => zone && onValue(zone.value)}
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
                {(zone: TimeZoneOption) => (
                  <Combobox.Item key={zone.value} value={zone} className="menu-item">
                    {zone.label}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p className="hint" id={`${id}-hint`}>
        {hint ?? labels.timeZoneHint(formatDateTime(new Date().toISOString(), value))}
      </p>
      {value !== BROWSER_TIME_ZONE && (
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
