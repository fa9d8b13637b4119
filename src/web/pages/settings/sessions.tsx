import type { Static } from '@sinclair/typebox';
import type { EndedSessions, SessionList } from '../../../features/sessions/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { describeBrowser } from './describe-browser.ts';

type Session = Static<typeof SessionList>['sessions'][number];

/** The user's sessions. */
export function Sessions({ timeZone }: { readonly timeZone: string }) {
  const query = useApi<Static<typeof SessionList>>('/me/sessions');
  const count = query.data?.sessions.length ?? 0;
  return (
    <Panel title={labels.sessionsTitle} aside={count > 1 && <EndOthers />}>
      <QueryContent query={query} loading={2}>
        {({ sessions }) => (
          <ul className="rows">
            {sessions.map(session => (
              <SessionRow key={session.id} session={session} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </QueryContent>
    </Panel>
  );
}

function SessionRow({ session, timeZone }: { readonly session: Session; readonly timeZone: string }) {
  const browser = describeBrowser(session.user_agent);
  const end = async () => {
    await call('DELETE', `/me/sessions/${session.id}`);
    await invalidate('/me/sessions');
  };
  return (
    <li className="row">
      <div className="row-main">
        <span title={session.user_agent ?? undefined}>
          <b>{browser}</b> {session.is_current && <span className="tag good">{labels.thisBrowser}</span>}
        </span>
        <span className="hint">
          {labels.sessionDetails(
            <RelativeTime at={session.created_at} timeZone={timeZone} />,
            <RelativeTime at={session.last_seen_at} timeZone={timeZone} />,
          )}
        </span>
      </div>
      {!session.is_current && (
        <ConfirmButton
          text={shared.signOut}
          label={labels.signOutBrowser(browser)}
          title={labels.signOutQuestion}
          action={labels.signOutConfirm}
          work={end}
          hint={labels.signOutHint(browser)}
        />
      )}
    </li>
  );
}

function EndOthers() {
  const toast = useToast();
  const end = async () => {
    const { ended_count: count } = await call<Static<typeof EndedSessions>>('DELETE', '/me/sessions');
    toast(labels.sessionsEnded(labels.sessionCount(count)));
    await invalidate('/me/sessions');
  };
  return (
    <ConfirmButton
      text={labels.signOutOthers}
      title={labels.signOutOthersQuestion}
      action={labels.signOutOthers}
      work={end}
      hint={labels.signOutOthersHint}
    />
  );
}
