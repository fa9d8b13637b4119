/** The most visited pages that are monitored by themselves: settings, and what was left out. */
import type { Static } from '@sinclair/typebox';
import type { WatchedPagesAnswer } from '../../../features/uptime/watched-pages/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { SelectField, TextAreaField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/monitors.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type WatchedPages = Static<typeof WatchedPagesAnswer>['watched_pages'];

const MAX_COUNT = 20;
const COUNTS = Array.from({ length: MAX_COUNT + 1 }, (_, count) => String(count));
const REFETCH_MS = 30_000;

export function WatchedPages({ site, isEnabled }: { readonly site: Site; readonly isEnabled: boolean }) {
  const path = `/sites/${site.id}/watched_pages`;
  const query = useApi<Static<typeof WatchedPagesAnswer>>(path, {}, { isEnabled, refetchMs: REFETCH_MS });
  return (
    <Panel title={labels.watchedPages}>
      <p>{labels.watchedPagesHint}</p>
      <QueryContent query={query} loading={2}>
        {({ watched_pages: watched }) => (
          <>
            <Settings path={path} monitorsPath={`/sites/${site.id}/monitors`} watched={watched} />
            {watched.count > 0 && <Choice watched={watched} />}
          </>
        )}
      </QueryContent>
    </Panel>
  );
}

function Settings({
  path,
  monitorsPath,
  watched,
}: {
  readonly path: string;
  readonly monitorsPath: string;
  readonly watched: WatchedPages;
}) {
  const canWrite = useCanWrite();
  const draft = useDraft({
    count: String(watched.count),
    excluded_paths: joinLines(watched.excluded_paths),
  });
  const submission = useSave(draft, ['count', 'excluded_paths'], async ({ count, excluded_paths: lines }) => {
    const body = {
      ...(count === undefined ? {} : { count: Number(count) }),
      ...(lines === undefined ? {} : { excluded_paths: parseLines(lines) }),
    };
    await call('PATCH', path, { body });
    await invalidate(path, monitorsPath);
  });
  if (!canWrite) return null;
  const error = submission.errors.of('excluded_paths');
  return (
    <SaveForm draft={draft} submission={submission}>
      <SelectField
        label={labels.watchedCount}
        error={submission.errors.of('count')}
        value={draft.fields.count}
        options={COUNTS.map(count => [count, count === '0' ? labels.watchedNone : count] as const)}
        onValue={count => draft.set({ count })}
      />
      {draft.fields.count !== '0' && (
        <TextAreaField
          label={labels.excludedPaths}
          hint={labels.excludedPathsHint}
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          value={draft.fields.excluded_paths}
          error={error === undefined ? undefined : withLineNumbers(error)}
          onValue={lines => draft.set({ excluded_paths: lines })}
        />
      )}
    </SaveForm>
  );
}

function Choice({
  watched: { renewed_at: renewedAt, left_out: leftOut },
}: {
  readonly watched: WatchedPages;
}) {
  const timeZone = useTimeZone();
  return (
    <>
      <p className="hint">
        {renewedAt === null
          ? labels.soonChosen
          : labels.renewed(<RelativeTime at={renewedAt} timeZone={timeZone} />)}
      </p>
      {leftOut.length > 0 && (
        <>
          <p className="hint">{labels.leftOut}</p>
          <ul className="rows">
            {leftOut.map(({ path, reason }) => (
              <li key={path} className="row">
                <div className="row-main">
                  <UntrustedText text={path} isCut />
                </div>
                <span className="hint">{labels.leftOutReasons[reason]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
