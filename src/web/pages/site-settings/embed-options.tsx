/** What the snippet can do beyond counting. */
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { EmbedChoices } from './embed.ts';

interface OptionsProps {
  readonly choices: EmbedChoices;
  readonly onChange: (part: Partial<EmbedChoices>) => void;
}

const HITS = [
  ['off', 'Not shown'],
  ['all', 'All hits'],
  ['unique', 'Unique hits'],
] as const;

const KUDOS = [
  ['off', 'No button'],
  ['label', 'A button with an emoji or a few words'],
  ['custom', 'A button that looks as you make it'],
] as const;

type SwitchName = {
  [Name in keyof EmbedChoices]: EmbedChoices[Name] extends boolean ? Name : never;
}[keyof EmbedChoices];

const WIDGET_SWITCHES: readonly (readonly [name: SwitchName, text: string, hint: string])[] = [
  ['countries', 'Countries', 'The ten that most hits come from.'],
  ['uptime', 'Uptime', 'Of the last 30 days.'],
  ['publicstats', 'Link to the public page', 'With all the numbers that you show there.'],
];

const COUNTING_SWITCHES: readonly (readonly [name: SwitchName, text: string, hint: string])[] = [
  ['events', 'Clicks as events', 'Elements with data-footfall-event are counted when they are clicked.'],
  [
    'spa',
    'For apps with views of their own',
    'Adds footfall.triggerUpdate(). Apps that use the browser’s history need nothing.',
  ],
  ['beacon', 'Send as a beacon', 'Arrives also from pages that are closed at once.'],
  ['ignore', 'Show only, count nothing', 'For a preview of your site.'],
];

export const EmbedOptions = ({ choices, onChange }: OptionsProps) => (
  <div className="grid">
    <Panel title="Show on the page">
      <SelectField
        label="Number of hits"
        value={choices.hits}
        options={HITS}
        onValue={hits => onChange({ hits })}
      />
      <SelectField
        label="Kudos"
        hint="Applause for a page, given with one press."
        value={choices.kudos}
        options={KUDOS}
        onValue={kudos => onChange({ kudos })}
      />
      {choices.kudos === 'label' && (
        <TextField
          label="On the button"
          value={choices.kudosLabel}
          maxLength={64}
          onValue={kudosLabel => onChange({ kudosLabel })}
        />
      )}
      <Switches names={WIDGET_SWITCHES} choices={choices} onChange={onChange} />
    </Panel>
    <Panel title="How it counts">
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
