import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import * as labels from '../../labels/imports.ts';
import {
  FORMAT_NAMES,
  FORMATS,
  type Format,
  type ImportOptions,
  LOCAL_TIME_FORMATS,
  type Preview,
} from './imports.ts';

const CHOICES = [
  ['auto', labels.recognise],
  ...FORMATS.map(format => [format, FORMAT_NAMES[format]] as const),
] as const;

/** Options for reading a file whose content is ambiguous. */
export function ImportOptionsFields({
  options,
  format,
  kind,
  isOpen,
  onOptions,
}: {
  readonly options: ImportOptions;
  /** The one that was chosen, or else found. */
  readonly format: Format | 'auto';
  readonly kind: Preview['kind'] | undefined;
  readonly isOpen: boolean;
  readonly onOptions: (options: ImportOptions) => void;
}) {
  return (
    <details className="import-options" open={isOpen}>
      <summary>{labels.options}</summary>
      <div className="form">
        <SelectField
          label={labels.formatLabel}
          hint={labels.formatHint}
          value={options.format}
          options={CHOICES}
          onValue={value => onOptions({ ...options, format: value })}
        />
        {(format === 'auto' || LOCAL_TIME_FORMATS.includes(format)) && (
          <TimeZoneField
            value={options.time_zone}
            error={undefined}
            hint={() => labels.zoneHint}
            onValue={zone => onOptions({ ...options, time_zone: zone })}
          />
        )}
        {format === 'access-log' && (
          <TextField
            label={labels.logFormat}
            hint={labels.logFormatHint}
            value={options.log_format}
            maxLength={1000}
            onValue={value => onOptions({ ...options, log_format: value })}
          />
        )}
        {format === 'access-log' && (
          <CheckboxField
            label={labels.withoutHits}
            hint={labels.withoutHitsHint}
            isOn={options.without_hits}
            onChange={isOn => onOptions({ ...options, without_hits: isOn })}
          />
        )}
        {kind === 'days' && (
          <CheckboxField
            label={labels.overlap}
            hint={labels.overlapHint}
            isOn={options.overlap}
            onChange={isOn => onOptions({ ...options, overlap: isOn })}
          />
        )}
      </div>
    </details>
  );
}
