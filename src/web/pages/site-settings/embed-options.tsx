/** Options of the snippet. */

import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { EmbedChoices } from './embed.ts';

interface OptionsProps {
  readonly choices: EmbedChoices;
  readonly onChange: (part: Partial<EmbedChoices>) => void;
}

const HITS = [
  ['off', labels.notShown],
  ['all', labels.allHits],
  ['unique', labels.uniqueHits],
] as const;

const KUDOS = [
  ['off', labels.noButton],
  ['label', labels.emojiButton],
  ['custom', labels.customButton],
] as const;

type SwitchName = {
  [Name in keyof EmbedChoices]: EmbedChoices[Name] extends boolean ? Name : never;
}[keyof EmbedChoices];

const WIDGET_SWITCHES: readonly (readonly [name: SwitchName, text: string, hint: string])[] = [
  ['countries', shared.countries, labels.countriesHint],
  ['uptime', shared.uptime, labels.uptimeHint],
  ['publicstats', labels.publicPageLink, labels.publicPageLinkHint],
];

const COUNTING_SWITCHES: readonly (readonly [name: SwitchName, text: string, hint: string])[] = [
  ['events', labels.clickEvents, labels.clickEventsHint],
  ['spa', labels.spa, labels.spaHint],
  ['beacon', labels.beacon, labels.beaconHint],
  ['ignore', labels.showOnly, labels.showOnlyHint],
];

export const EmbedOptions = ({ choices, onChange }: OptionsProps) => (
  <div className="grid">
    <Panel title={labels.showOnThePage}>
      <SelectField
        label={labels.numberOfHits}
        value={choices.hits}
        options={HITS}
        onValue={hits => onChange({ hits })}
      />
      <SelectField
        label={shared.kudos}
        hint={labels.kudosHint}
        value={choices.kudos}
        options={KUDOS}
        onValue={kudos => onChange({ kudos })}
      />
      {choices.kudos === 'label' && (
        <TextField
          label={labels.onTheButton}
          value={choices.kudosLabel}
          maxLength={64}
          onValue={kudosLabel => onChange({ kudosLabel })}
        />
      )}
      <Switches names={WIDGET_SWITCHES} choices={choices} onChange={onChange} />
    </Panel>
    <Panel title={labels.howItCounts}>
      <Switches names={COUNTING_SWITCHES} choices={choices} onChange={onChange} />
    </Panel>
  </div>
);

const Switches = ({
  names,
  choices,
  onChange,
}: OptionsProps & { readonly names: typeof WIDGET_SWITCHES }) => (
  <div className="choices">
    {names.map(([name, text, hint]) => (
      <CheckboxField
        key={name}
        label={text}
        hint={hint}
        isOn={choices[name]}
        onChange={isOn => onChange({ [name]: isOn })}
      />
    ))}
  </div>
);
