/** The appearance of a group: icon, colour and chart. */

import { type ReactNode, useId } from 'react';
import * as labels from '../../labels/groups.tsx';
import { colourStyle, GROUP_COLOURS, GROUP_ICONS, GroupIcon } from './group-icon.tsx';
import type { GroupFields } from './use-groups.ts';

const VIEWS = [
  ['separate', labels.separateLines],
  ['combined', labels.combinedLine],
] as const;

export function GroupAppearance({
  fields,
  onChange,
}: {
  readonly fields: GroupFields;
  readonly onChange: (part: Partial<GroupFields>) => void;
}) {
  const { icon, accent_color: colour, default_chart_view: view } = fields;
  const isOwn = GROUP_COLOURS.every(([each]) => each !== colour);
  return (
    <div className="stack" style={colourStyle(colour ?? '#0b6e5f')}>
      <RadioFieldset legend={labels.icon} className="group-choices">
        {name =>
          Object.keys(GROUP_ICONS).map(key => (
            <label key={key} className="group-choice" title={key}>
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                checked={icon === key}
                onChange={() => onChange({ icon: key })}
              />
              <GroupIcon icon={key} />
              <span className="visually-hidden">{key}</span>
            </label>
          ))
        }
      </RadioFieldset>
      <RadioFieldset legend={labels.colour} className="group-choices">
        {name => (
          <>
            {GROUP_COLOURS.map(([each, word]) => (
              <label key={each} className="group-choice" title={word}>
                <input
                  type="radio"
                  name={name}
                  className="visually-hidden"
                  checked={colour === each}
                  onChange={() => onChange({ accent_color: each })}
                />
                <span className="group-colour" style={colourStyle(each)} />
                <span className="visually-hidden">{word}</span>
              </label>
            ))}
            <label className={isOwn ? 'group-choice own chosen' : 'group-choice own'}>
              <input
                type="color"
                value={colour ?? '#0b6e5f'}
                onChange={event => onChange({ accent_color: event.target.value })}
              />
              {labels.another}
            </label>
          </>
        )}
      </RadioFieldset>
      <RadioFieldset legend={labels.chart} className="group-views">
        {name =>
          VIEWS.map(([each, words]) => (
            <label key={each} className="group-view">
              <input
                type="radio"
                name={name}
                checked={view === each}
                onChange={() => onChange({ default_chart_view: each })}
              />
              {words}
            </label>
          ))
        }
      </RadioFieldset>
    </div>
  );
}

function RadioFieldset({
  legend,
  className,
  children,
}: {
  readonly legend: string;
  readonly className: string;
  readonly children: (name: string) => ReactNode;
}) {
  return (
    <fieldset className="group-radios">
      <legend>{legend}</legend>
      <div className={className}>{children(useId())}</div>
    </fieldset>
  );
}
