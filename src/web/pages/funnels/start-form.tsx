/** Chooses the page or the event that a flow begins at. */
import { type FormEvent, useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { SuggestInput } from '../../app/suggest-input.tsx';
import * as labels from '../../labels/funnels.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Flow } from './path-flow.ts';

type StartKind = 'path' | 'event';

export function StartForm({
  site,
  flow,
  onStart,
}: {
  readonly site: Site;
  readonly flow: Flow;
  readonly onStart: (part: Partial<Flow>) => void;
}) {
  const [kind, setKind] = useState<StartKind>(flow.startEvent === null ? 'path' : 'event');
  const given = (kind === 'path' ? flow.startPath : flow.startEvent) ?? '';
  const [text, setText] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const start = text.trim() || null;
    onStart({
      startPath: kind === 'path' ? start : null,
      startEvent: kind === 'event' ? start : null,
      via: [],
    });
  };
  return (
    <form className="path-start" onSubmit={submit}>
      <Segments
        legend={labels.startOfFlow}
        options={[
          ['path', labels.pagePath],
          ['event', labels.eventName],
        ]}
        value={kind}
        onValue={next => {
          setKind(next);
          setText('');
        }}
      />
      <SuggestInput
        siteId={site.id}
        name={kind}
        label={kind === 'path' ? labels.startPage : labels.startEvent}
        placeholder={labels.startHint}
        initial={given}
        value={text}
        onValue={setText}
      />
      <Button type="submit" isSmall>
        {labels.show}
      </Button>
    </form>
  );
}
